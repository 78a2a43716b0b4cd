// The parts of a move, read from its notation (docs/notation.md). What is legal, the server knows.

/** Where a card comes from: `kind` is h, s, d, or the partner's ps and pd. */
export interface Source {
  kind: "h" | "s" | "d" | "ps" | "pd";
  face: string | null; // a hand card names itself
  pile: number | null; // of the discard piles, from 1
}

export type Parts =
  | { kind: "play" | "discard" | "extra"; source: Source; pile: number }
  | { kind: "stand_in"; source: Source; pile: number; wanted: string }
  | { kind: "burden"; seat: number }
  | { kind: "place"; dice: string[] }
  | { kind: "pass" | "roll" | "stop" };

const SOURCE = "h\\w+|p?s|p?d\\d";
const PLAY = new RegExp(`^(die-discard:)?(${SOURCE})>([bd])(\\d)$`);
const STAND_IN = new RegExp(`^die=(\\d+)>b(\\d)\\+(${SOURCE})$`);
const BURDEN = /^die-draw:(\d)$/;
const PLACE = /^place:(.+)$/;

export function partsOf(move: string): Parts {
  let found = PLAY.exec(move);
  if (found) {
    const [, die, source, to, pile] = found;
    const kind = die ? "extra" : to === "b" ? "play" : "discard";
    return { kind, source: sourceOf(source!), pile: Number(pile) };
  }
  if ((found = STAND_IN.exec(move))) {
    const [, wanted, pile, source] = found;
    return { kind: "stand_in", source: sourceOf(source!), pile: Number(pile), wanted: wanted! };
  }
  if ((found = BURDEN.exec(move))) return { kind: "burden", seat: Number(found[1]) };
  if ((found = PLACE.exec(move))) return { kind: "place", dice: found[1]!.split(",") };
  return { kind: move === "roll" || move === "stop" ? move : "pass" };
}

function sourceOf(text: string): Source {
  if (text.startsWith("h")) return { kind: "h", face: text.slice(1), pile: null };
  const kind = text.replace(/\d/, "") as Source["kind"];
  return { kind, face: null, pile: kind.endsWith("d") ? Number(text.at(-1)) : null };
}

/** Whose pile a source is: one's own, or that of the partner, who sits across the table. */
export function ownerOf(source: Source, seat: number, players: number): number {
  return source.kind.startsWith("p") ? (seat + players / 2) % players : seat;
}
