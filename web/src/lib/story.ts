// What happened, in sentences: for the log, and for those who listen. Whoever reads is spoken to
// ("You play ..."), everybody else has a name; each sentence stands whole in the texts.

import type { Began, Ended, Happened, Moved } from "../net/wire";
import { ownerOf, partsOf, type Source } from "./notation";
import { language, t, told, type Params } from "./texts.svelte";

export interface Line {
  seq: number;
  kind: Happened["kind"];
  seat: number | null; // who did it, if it was somebody
  text: string;
}

/** The lines of a log, without what needs no sentence. */
export function story(log: Happened[], names: string[], you: number | null): Line[] {
  const lines: Line[] = [];
  let last: Moved | null = null;
  for (const happened of log) {
    if (happened.kind === "moved") last = happened;
    const mover = last?.seq === happened.seq ? last.seat : null;
    const text = tell(happened, names, you, { mover });
    const seat = "seat" in happened ? happened.seat : null;
    if (text) lines.push({ seq: happened.seq, kind: happened.kind, seat, text });
  }
  return lines;
}

/** What a happening does not say itself. */
export interface Context {
  mover?: number | null; // whose move it followed from
}

/** A sentence; or "" for what needs none. `you` is the seat that reads, null for a spectator. */
export function tell(
  happened: Happened,
  names: string[],
  you: number | null,
  { mover = null }: Context = {},
): string {
  const say: Say = (key, seat, params, count) =>
    told(`log.${key}.${seat === you ? "you" : "other"}`, { name: names[seat], ...params }, count);
  switch (happened.kind) {
    case "moved":
      return tellMove(happened, names, you, say);
    case "drew": // cards drawn as a turn begins go without saying
      return happened.seat === mover ? say("new_hand", mover, {}, happened.cards) : "";
    case "shuffled":
      return t("log.shuffle");
    case "rolled": {
      const [face = ""] = happened.faces;
      if (isDie(face)) return say("die", happened.seat, { face: faceName(face) });
      return say(happened.lost ? "lost" : "roll", happened.seat, { dice: dice(happened.faces) });
    }
    case "undone":
      return say("undo", happened.seat);
    case "began":
      return tellDeal(happened, say);
    case "ended":
      return tellEnd(happened, names, you);
    case "sat": // the names at the table may not know the newcomer yet
      return say("sit", happened.seat, { name: happened.name });
    case "left":
      return say("leave", happened.seat, { name: happened.name });
    case "said":
      return say("say", happened.seat, { text: happened.text ?? told(`say.${happened.phrase}`) });
  }
}

/** A sentence about a seat, by its name in the section `log`. */
type Say = (key: string, seat: number, params?: Params, count?: number) => string;

// --- Moves

function tellMove(moved: Moved, names: string[], you: number | null, say: Say): string {
  const { seat, number } = moved;
  const parts = partsOf(moved.move);
  const played = (source: Source) => ({
    card: moved.card === "W" ? t("log.wild_as", { number }) : cardName(moved.card),
    place: say(`from.${source.kind}`, ownerOf(source, seat, names.length), { pile: source.pile }),
    end: left(moved) + (moved.completes ? t("log.completes") : ""),
  });
  switch (parts.kind) {
    case "play":
      return say("play", seat, { ...played(parts.source), pile: parts.pile });
    case "stand_in": {
      const wanted = cardName(parts.wanted);
      return say("stand_in", seat, { ...played(parts.source), wanted, pile: parts.pile });
    }
    case "discard":
    case "extra":
      return say(parts.kind, seat, { card: cardName(parts.source.face), pile: parts.pile });
    case "burden":
      if (parts.seat === you) return t("log.burdens_you", { name: names[seat] });
      return say("burden", seat, { victim: names[parts.seat] });
    case "place":
      return say("place", seat, { dice: dice(parts.dice) });
    case "roll":
      return say("again", seat);
    case "stop":
      return say("score", seat, { points: moved.points });
    case "pass":
      return say("pass", seat);
  }
}

/** How many cards a stock has left, after the one that was played from it. */
const left = ({ left: cards }: Moved) => (cards == null ? "" : t("log.left", {}, cards));

/** A card with its article: a 7, an 8, a Skip-Bo. */
export const cardName = (face: string | null | undefined) => told(`log.card.${face}`);

// --- Dice

const isDie = (face: string) => face === "W" || /^\d+-\d+$|^discard2$|^draw1$/.test(face);
const faceName = (face: string) => told(`log.face.${face}`) || face.replace(/(\d)-(\d)/, "$1–$2");

/** Dice as they lie side by side. */
export const dice = (faces: string[]) => faces.map(faceName).join(", ");

// --- The beginning and the end

function tellDeal({ game, first, names, cut }: Began, say: Say): string {
  const cuts = cut.map((round) => {
    const drawn = Object.entries(round).map(([seat, faces]) =>
      t("log.drawn", { name: names[Number(seat)], cards: dice(faces) }),
    );
    return t("log.cut", { cards: drawn.join("; ") });
  });
  const dealer = (first + names.length - 1) % names.length; // who sits before the first player
  const dealt = cut.length ? [say("deal", dealer)] : [];
  return [...cuts, ...dealt, say("begin", first, { game })].join(" ");
}

function tellEnd({ winners, points, blocked }: Ended, names: string[], you: number | null): string {
  if (blocked) return t("log.blocked");
  const most = Math.max(...points);
  if (you === null || !winners.includes(you)) {
    const all = new Intl.ListFormat(language()).format(winners.map((seat) => names[seat] ?? ""));
    return t("log.win.other", { names: all, points: most }, winners.length);
  }
  const partner = winners.find((seat) => seat !== you);
  if (partner === undefined) return t("log.win.you", { points: most });
  return t("log.win.partner", { name: names[partner], points: most });
}
