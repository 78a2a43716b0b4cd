// Which sound goes with what happened. One a frame: several at once are only noise.

import { play } from "../lib/sound";
import type { State } from "../net/wire";

export function soundOf(state: State, you: number | null): void {
  const kinds = new Map(state.happened.map((happened) => [happened.kind, happened]));
  const ended = kinds.get("ended");
  const moved = kinds.get("moved");
  if (ended?.kind === "ended") play(you === null || ended.winners.includes(you) ? "win" : "lose");
  else if (kinds.has("shuffled")) play("shuffle");
  else if (moved?.kind === "moved" && moved.completes) play("complete");
  else if (kinds.has("rolled")) play("roll");
  else if (state.board?.turn === you && moved?.kind === "moved" && moved.seat !== you) play("turn");
  else if (moved?.kind === "moved") play(moved.move.includes(">d") ? "discard" : "card");
  else if (kinds.has("drew") || kinds.has("undone")) play("draw");
  else if (kinds.has("said")) play("say");
}
