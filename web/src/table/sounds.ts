// Which sound goes with what happened. One a frame: several at once are only noise.

import { play } from "../lib/sound";
import type { Happened } from "../net/wire";

const SILENT = ["roll", "stop"]; // in Dice: the dice that follow are to be heard

export function soundOf(all: Happened[], you: number | null, turn: number | null = null): void {
  const kinds = new Map(all.map((happened) => [happened.kind, happened]));
  const ended = kinds.get("ended");
  const moved = kinds.get("moved");
  if (ended?.kind === "ended") play(you === null || ended.winners.includes(you) ? "win" : "lose");
  else if (kinds.has("ruled")) play("ruling");
  else if (kinds.has("shuffled")) play("shuffle");
  else if (moved?.kind === "moved" && moved.completes) play("complete");
  else if (kinds.has("rolled")) play("roll");
  else if (moved?.kind === "moved" && SILENT.includes(moved.move)) return;
  else if (moved?.kind === "moved" && turn !== null && turn === you && moved.seat !== you) play("turn");
  else if (moved?.kind === "moved") play(moved.move.includes(">d") ? "discard" : "card");
  else if (kinds.has("drew") || kinds.has("undone")) play("draw");
}
