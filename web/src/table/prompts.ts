// The one line on the table that says what can be done now, and which step comes next.

import { t, told } from "../lib/texts.svelte";
import type { CardBoard } from "../net/wire";
import { stoodFor } from "./moves";
import type { Picker } from "./picker.svelte";

/** What a face of MOD's die is called: 1–4, Skip-Bo, Discard 2, Opponent draws 1. */
export const dieName = (face: string) => told(`die.face.${face}`) || face.replace("-", "–");

export function prompt(
  picker: Picker,
  board: CardBoard,
  legal: string[],
  names: string[],
  you: number | null,
): string {
  if (!legal.length) return manners(board, names, you);
  if (picker.isDue) return t("manners.take", {}, board.manners?.due ?? 1);
  if (picker.path[0] === "die") return dieStep(picker, board);
  if (picker.path.length) return t("table.prompt.where");
  if (legal.includes("pass")) return t("table.prompt.pass");
  if (legal.length === 1) return ""; // a lesson says itself what comes next
  if (board.die && legal.some((move) => move.startsWith("die"))) return dieIdle(board);
  return t(picker.canBuild ? "table.prompt.build" : "table.prompt.discard");
}

/** In table mode, what somebody should know who is not to play now. */
function manners({ manners, turn }: CardBoard, names: string[], you: number | null): string {
  if (!manners || you === null || turn === null) return "";
  const { right, no_draw } = manners;
  if (right === you) return t("manners.called.yours", { name: names[turn] });
  if (right !== null) return t("manners.called.other", { right: names[right], name: names[turn] });
  return no_draw.includes(you) ? t("manners.no_draw.you") : "";
}

function dieIdle(board: CardBoard): string {
  const face = board.die!;
  return told(`die.can.${face}`, {}, board.extra) || t("die.can.stand", { face: dieName(face) });
}

function dieStep(picker: Picker, board: CardBoard): string {
  const face = board.die ?? "";
  if (face === "draw1") return t("die.step.player");
  if (face === "discard2") return t(picker.path.length > 1 ? "die.step.pile" : "die.step.card");
  if (picker.path.length === 1) return t("die.step.building");
  return t("die.step.follow", { number: stoodFor(picker.along() ?? "") });
}

/** What a screen reader hears of the die itself. */
export function dieLabel(face: string, used: boolean): string {
  return t(used ? "die.label_used" : "die.label", { face: dieName(face) });
}
