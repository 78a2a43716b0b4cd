// A game that is over, in words.

import { t } from "../lib/texts.svelte";
import type { Board, TableInfo } from "../net/wire";
import { sideName, together } from "./words";

export interface Result {
  title: string;
  why: string;
  rows: { side: string; won: boolean; points: number; left: number | null }[];
}

export function resultOf(board: Board, table: TableInfo, you: number | null): Result {
  const sides = table.options["partners"] === true ? table.seats.length / 2 : table.seats.length;
  const winning = board.winners[0] === undefined ? null : board.winners[0] % sides;
  const left = (side: number): number | null => {
    if (board.family === "dice") return null;
    const members = board.players.filter((_, seat) => seat % sides === side);
    return members.reduce((sum, player) => sum + player.stock, 0);
  };
  const rows = Array.from({ length: sides }, (_, side) => ({
    side: sideName(table, side, sides),
    won: side === winning,
    points: board.scores[side] ?? 0,
    left: left(side),
  }));
  return { title: titleOf(board.winners, table, you), why: whyOf(board, rows), rows };
}

function titleOf(winners: number[], table: TableInfo, you: number | null): string {
  if (!winners.length) return t("after.blocked");
  const match = table.match?.winners.length ? table.match.winners : null;
  const seats = match ?? winners;
  const members = seats.map((seat) => table.seats[seat]!);
  if (you !== null && seats.includes(you)) {
    const partner = table.seats[seats.find((seat) => seat !== you) ?? -1];
    if (match) return t("after.match_won");
    return partner ? t("after.side_won", { name: partner.name }) : t("after.won");
  }
  const name = together(members);
  if (members.length > 1) return t(match ? "after.match_winners" : "after.winners", { names: name });
  return t(match ? "after.match_winner" : "after.winner", { name });
}

function whyOf(board: Board, rows: Result["rows"]): string {
  if (board.family === "dice") return t("after.dice_points");
  const winner = rows.find((row) => row.won);
  if (!winner) return t("after.blocked_text");
  const count = rows.reduce((sum, row) => sum + (row.won ? 0 : (row.left ?? 0)), 0);
  return t("after.points", { points: winner.points }, count);
}
