// The notation of Skip-Bo Dice, and which dice of a roll a move means. What is legal the server says.

import { t } from "../../lib/texts.svelte";

export type Colour = "green" | "red" | "purple";

const SPACES = 12;
const COLOURS: Colour[] = ["green", "red", "purple"]; // four spaces each
const LETTERS: Record<string, Colour> = { g: "green", r: "red", p: "purple" };

export const spaces = Array.from({ length: SPACES }, (_, i) => i + 1);

export function colourOfSpace(space: number): Colour {
  return COLOURS[Math.floor((space - 1) / 4)]!;
}

/** The space that lies so many further on, round the board. */
export function spaceAfter(space: number, further: number): number {
  return ((space - 1 + further) % SPACES) + 1;
}

export const isWild = (face: string) => face.startsWith("W");
export const isBlank = (face: string) => face.startsWith("-");

export function colourOf(face: string): Colour {
  return LETTERS[face.slice(-1)] ?? colourOfSpace(Number(face));
}

/** A die's face in words. */
export function faceName(face: string): string {
  if (isWild(face)) return t(`dice.wild.${colourOf(face)}`);
  if (isBlank(face)) return t(`dice.blank.${colourOf(face)}`);
  return face;
}

/** The faces that a move lays, as it writes them: `place:1,W` is 1 and W. Other moves lay none. */
export function laid(move: string): string[] {
  return move.startsWith("place:") ? move.slice("place:".length).split(",") : [];
}

/** A roll that waits to be placed from a space on. */
export interface Waiting {
  roll: string[];
  space: number;
}

/** Whether a die is the one that a move writes for its n-th space. A wild stays in its colour. */
function means({ roll, space }: Waiting, die: number, written: string, n: number): boolean {
  const face = roll[die] ?? "";
  if (!isWild(face)) return face === written;
  return written === "W" && colourOf(face) === colourOfSpace(spaceAfter(space, n));
}

/**
 * Which dice a move lays, by their place in the roll: those of `begin` first; equal dice are taken
 * from the left, but `last` is kept for the end. Null if these dice are not the move's.
 */
export function diceOf(
  waiting: Waiting,
  move: string,
  begin: number[] = [],
  last?: number,
): number[] | null {
  const written = laid(move);
  const dice: number[] = [];
  for (const [n, face] of written.entries()) {
    const end = last !== undefined && n === written.length - 1;
    const from = begin[n] !== undefined ? [begin[n]] : end ? [last] : [...waiting.roll.keys()];
    const free = from.filter((die) => !dice.includes(die) && (end || die !== last));
    const die = free.find((die) => means(waiting, die, face, n));
    if (die === undefined) return null;
    dice.push(die);
  }
  return dice.length ? dice : null;
}

/** The move that lays exactly these dice in this order, if it is legal. */
export function moveOf(waiting: Waiting, dice: number[], legal: string[]): string | undefined {
  return legal.find((move) => {
    return laid(move).length === dice.length && diceOf(waiting, move, dice) !== null;
  });
}

/** How one gets from the dice chosen so far to this one: the shortest way, with the fewest wilds. */
export function wayTo(
  waiting: Waiting,
  die: number,
  chosen: number[],
  legal: string[],
): number[] | null {
  const wilds = (move: string) => laid(move).filter((face) => face === "W").length;
  const ways = legal
    .filter((move) => laid(move).length > chosen.length)
    .sort((a, b) => laid(a).length - laid(b).length || wilds(a) - wilds(b));
  for (const move of ways) {
    const dice = diceOf(waiting, move, chosen, die);
    if (dice) return dice;
  }
  return null;
}

/** The moves that lay the most dice. */
export function longest(legal: string[]): string[] {
  const most = Math.max(0, ...legal.map((move) => laid(move).length));
  return most ? legal.filter((move) => laid(move).length === most) : [];
}
