// What the review of a game says about a step of its replay, in numbers and words.

import { openCard } from "../lib/hints";
import { ownerOf, partsOf } from "../lib/notation";
import { tell } from "../lib/story";
import { t } from "../lib/texts.svelte";
import type { Board, Moved, Replay, Review, ReviewMove } from "../net/wire";

export const MOST_TOLD = 5; // moves that cost most

/** What each side wins on average, as it stood at a step. */
export function sharesAt(review: Review, step: number): number[] {
  const known = review.points.filter((point) => point.step <= step).at(-1) ?? review.points[0];
  return known?.shares ?? [];
}

/** A share as a count of 100. */
export const inHundred = (share: number) => Math.round(100 * share);

/** Who makes up each side, by name. */
export function sideNames(review: Review, names: string[]): string[] {
  return review.sides.map(({ seats }) => {
    const [first, second] = seats.map((seat) => names[seat] ?? "");
    return second === undefined ? (first ?? "") : t("common.pair", { first, second });
  });
}

/** "Ana 63, Bea 37" */
export function standing(review: Review, names: string[], step: number): string {
  const shares = sharesAt(review, step);
  return names.map((name, side) => `${name} ${inHundred(shares[side] ?? 0)}`).join(", ");
}

export const costliest = (review: Review) => review.moves.slice(0, MOST_TOLD);

/** The move that was made, and the one that would have been better, in sentences. */
export function inWords(move: ReviewMove, replay: Replay): { made: string; better: string } {
  const board = replay.steps[move.step]!.board;
  const sentence = (what: string) => tell(asMoved(what, move.seat, board), replay.names, null);
  return { made: sentence(move.move), better: sentence(move.best) };
}

/** A move as if it had been made: what it plays, and what that stands for. */
function asMoved(move: string, seat: number, board: Board): Moved {
  const moved: Moved = { kind: "moved", seq: 0, seat, move, bot: false };
  if (board.family === "dice") return { ...moved, points: board.points };
  const parts = partsOf(move);
  if (!("source" in parts)) return moved;
  const { source, pile } = parts;
  const card = source.face ?? openCard(source, board, ownerOf(source, seat, board.players.length));
  const reached = board.building[pile - 1]?.number ?? 0;
  return { ...moved, card, number: reached + (parts.kind === "stand_in" ? 2 : 1) };
}
