// A hint in words, and a move as one person tells another to make it: "Play your 7 onto building
// pile 2". The terminal says the same from the same texts (src/skipbo/terminal/advice.py).

import type { Board, CardBoard, Hinted, Reason } from "../net/wire";
import { ownerOf, partsOf, type Source } from "./notation";
import { cardName, dice } from "./story";
import { language, t, told } from "./texts.svelte";

const FAR = 7; // missing cards from which on nobody counts; bots/planner.py's

/** "Play your 7 onto building pile 2: your stock card, the 8, can be played then. You win ..." */
export function hintSentence(hint: Hinted, board: Board, names: string[], you: number): string {
  const move = moveSentence(hint.move, board, names, you);
  const told = t("hint.sentence", { move, why: whySentence(hint.reason, names, you) });
  return [told, ...odds(hint.reason, board, names, you)].join(" ");
}

/** How many games are won with the move, and with the next best, unless that has been said. */
function odds(reason: Reason, board: Board, names: string[], you: number): string[] {
  if (["chance", "wins"].includes(reason.kind) || reason.chance === 0) return [];
  const won = t("hint.odds", { count: inAHundred(reason.chance) });
  if (reason.other === null) return [won];
  const move = moveSentence(reason.other, board, names, you);
  const other = { move: move.charAt(0).toLowerCase() + move.slice(1) };
  return [won, t("hint.next_best", { ...other, count: inAHundred(reason.other_chance) })];
}

/** A chance as a count of games, as people say it. Only what is over is certain. */
export const inAHundred = (chance: number) => Math.min(99, Math.max(1, Math.round(100 * chance)));

/** A move that `seat` could make, told to that seat. Without a full stop: it may label a button. */
export function moveSentence(move: string, board: Board, names: string[], seat: number): string {
  const parts = partsOf(move);
  switch (parts.kind) {
    case "play":
    case "discard":
    case "extra": {
      const card = offered(parts.source, board, names, seat);
      return told(`hint.move.${parts.kind}`, { card, pile: parts.pile });
    }
    case "stand_in": {
      const card = offered(parts.source, board, names, seat);
      const wanted = cardName(parts.wanted);
      return t("hint.move.stand_in", { wanted, card, pile: parts.pile });
    }
    case "burden":
      return t("hint.move.burden", { name: names[parts.seat] });
    case "place":
      return t("hint.move.place", { dice: dice(parts.dice) });
    default:
      return told(`hint.move.${parts.kind}`);
  }
}

/** The card of a source, and whose it is. */
function offered(source: Source, board: Board, names: string[], seat: number): string {
  if (board.family !== "cards") return "";
  const owner = ownerOf(source, seat, names.length);
  const face = source.face ?? openCard(source, board, owner);
  const { kind, pile } = source;
  return told(`hint.card.${kind}`, { face: shown(face), pile, name: names[owner] });
}

export function openCard({ pile }: Source, board: CardBoard, owner: number): string | null {
  const player = board.players[owner];
  return (pile === null ? player?.stock_top : player?.discards[pile - 1]?.at(-1)) ?? null;
}

const shown = (face: string | null) => (face === "W" ? t("hint.wild") : (face ?? ""));

// --- Why

function whySentence(reason: Reason, names: string[], you: number): string {
  const { kind, face, seat, count, before, points } = reason;
  const whose = seat === you ? "you" : "other";
  const stock = told(`hint.stock.${whose}`, { name: names[seat ?? you], face: shown(face) });
  const values = {
    face: shown(face),
    stock,
    before,
    distance: distance(count),
    distance_before: distance(before),
    dice: t("hint.dice", {}, count),
    points: t("hint.points", {}, points),
    chance: percent(reason.chance),
    other: instead(reason.other),
    other_chance: percent(reason.other_chance),
  };
  return told(`hint.why.${kind}`, values, kind === "stop" ? points : count);
}

/** How far away a stock card is. */
function distance(missing: number): string {
  return missing >= FAR ? t("hint.far") : t("hint.distance", {}, missing);
}

/** What else could be done, in Dice. */
function instead(move: string | null): string {
  if (move === null) return "";
  const parts = partsOf(move);
  if (parts.kind === "place") return t("hint.instead.place", { dice: dice(parts.dice) });
  return told(`hint.instead.${parts.kind}`);
}

function percent(chance: number): string {
  const style = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language(), style).format(chance);
}
