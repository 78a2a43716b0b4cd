// What happened, in sentences: for the log, and for those who listen. Whoever reads is spoken to
// ("You play ..."), everybody else has a name; each sentence stands whole in the texts.

import type { Began, Ended, Happened, Moved, Ruled } from "../net/wire";
import { ownerOf, partsOf, type Source } from "./notation";
import { language, t, told, type Params } from "./texts.svelte";

export interface Line {
  seq: number;
  kind: Happened["kind"];
  seat: number | null; // who did it, if it was somebody
  text: string;
  why: string; // of what the referee said: the rule, as one tells it a child
}

/** The lines of a log, without what needs no sentence. `manners`: in table mode. */
export function story(
  log: Happened[],
  names: string[],
  you: number | null,
  manners = false,
): Line[] {
  const lines: Line[] = [];
  let last: Moved | null = null;
  for (const happened of log) {
    if (happened.kind === "moved") last = happened;
    const mover = last?.seq === happened.seq ? last.seat : null;
    const { seq, kind } = happened;
    const seat = "seat" in happened ? happened.seat : null;
    const asked = manners && kind === "moved" ? request(happened, names) : "";
    if (asked) lines.push({ seq, kind: "said", seat, text: asked, why: "" });
    const text = tell(happened, names, you, { mover, manners });
    const why = kind === "ruled" ? told(`manners.why.${happened.ruling}`) : "";
    if (text) lines.push({ seq, kind, seat, text, why });
  }
  return lines;
}

/** What a happening does not say itself. */
export interface Context {
  mover?: number | null; // whose move it followed from
  manners?: boolean; // in table mode, where everybody draws by hand
}

/** A sentence; or "" for what needs none. `you` is the seat that reads, null for a spectator. */
export function tell(
  happened: Happened,
  names: string[],
  you: number | null,
  { mover = null, manners = false }: Context = {},
): string {
  const say: Say = (key, seat, params, count) =>
    told(`log.${key}.${seat === you ? "you" : "other"}`, { name: names[seat], ...params }, count);
  switch (happened.kind) {
    case "moved":
      return tellMove(happened, names, you, say);
    case "drew": // cards drawn as a turn begins go without saying
      if (manners) return say("take", happened.seat, {}, happened.cards);
      return happened.seat === mover ? say("new_hand", mover, {}, happened.cards) : "";
    case "shuffled":
      return t("log.shuffle");
    case "rolled": {
      const [face = ""] = happened.faces;
      if (isDie(face)) return say("die", happened.seat, { face: faceName(face) });
      return say(happened.lost ? "lost" : "roll", happened.seat, { dice: dice(happened.faces) });
    }
    case "ruled":
      return tellRuling(happened, names, you);
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

// --- Table mode

function tellRuling({ ruling, seat, other = null, count = 0 }: Ruled, names: string[], you: number | null) {
  const by = other !== null && other === you ? "by_you" : "other";
  const values = { name: names[seat], caller: other === null ? null : names[other] };
  return told(`log.ruling.${ruling}.${seat === you ? "you" : by}`, values, count);
}

/** P4: what whoever plays says to the partner, whose card it is; "" if it is no such move. */
export function request({ move, seat, card, number }: Moved, names: string[]): string {
  const parts = partsOf(move);
  if (!("source" in parts) || !parts.source.kind.startsWith("p")) return "";
  const values = { name: names[seat], partner: names[ownerOf(parts.source, seat, names.length)] };
  if (card === "W") return t("log.request_wild", { ...values, number });
  return t("log.request", { ...values, card });
}

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
