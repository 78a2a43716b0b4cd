// How a move is made by hand: which places are pressed, one after the other. No rules are here; the
// server lists the legal moves, and this reads their notation (docs/notation.md).

/**
 * h7, s, d3, ps, pd3, b2 as in the notation; `die`; p2, the player in seat 2; `pass`. In table
 * mode: `take`, the draw pile, and `draw`, all the cards that are due.
 */
export type Place = string;

const STAND_IN = /^die=\d+>(b\d+)\+(\w+)$/;
const EXTRA = "die-discard:";
const BURDEN = "die-draw:";

/** `h7>b2` is h7, b2; `die=4>b2+h5` is die, b2, h5; `die-draw:2` is die, p2. */
export function stepsOf(move: string): Place[] {
  const stand = STAND_IN.exec(move);
  if (stand) return ["die", stand[1]!, stand[2]!];
  if (move.startsWith(EXTRA)) return ["die", ...stepsOf(move.slice(EXTRA.length))];
  if (move.startsWith(BURDEN)) return ["die", `p${move.slice(BURDEN.length)}`];
  return move.split(">");
}

/** The extra discard with MOD's die that looks just like a discard that ends the turn. */
export const extraDiscard = (move: string) => EXTRA + move;

/** The number that MOD's die stands in for. */
export const stoodFor = (move: string) => Number(/^die=(\d+)/.exec(move)?.[1] ?? 0);

export interface Travel {
  from: Place | null; // where the card was: h, s, d3, ps, pd3, or the draw pile
  to: Place | null;
  die: boolean;
}

/** Where the card of a move lies before and after it. */
export function travelOf(move: string): Travel {
  const steps = stepsOf(move);
  const die = steps[0] === "die";
  if (move.startsWith(BURDEN)) return { from: "draw", to: steps[1]!, die };
  if (STAND_IN.test(move)) return { from: steps[2]!, to: steps[1]!, die };
  const [from = null, to = null] = die ? steps.slice(1) : steps;
  return { from, to, die };
}

/** A hand card that keeps its identity, so that the card that was pressed is the one that goes. */
export interface HandCard {
  id: number;
  face: string;
}

let given = 0;

/** The new hand in the order of the old one. Of equal cards `chosen` goes first; new ones follow. */
export function reconcile(old: HandCard[], faces: string[], chosen: number | null): HandCard[] {
  const rest = [...faces];
  const keep = new Set<HandCard>();
  const chosenLast = [...old].sort((a, b) => Number(a.id === chosen) - Number(b.id === chosen));
  for (const card of chosenLast) {
    const at = rest.indexOf(card.face);
    if (at < 0) continue;
    rest.splice(at, 1);
    keep.add(card);
  }
  return [
    ...old.filter((card) => keep.has(card)),
    ...rest.map((face) => ({ id: ++given, face })),
  ];
}

/** Who plays together: sides sit alternately, partners across the table. */
export function partnerOf(seat: number, players: number, partners: boolean): number | null {
  return partners ? (seat + players / 2) % players : null;
}
