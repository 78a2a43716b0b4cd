// Cards that move from place to place. The page is always drawn as the board is; what flies is a
// copy on top, and the card itself is hidden by an animation of its own until the copy has come.
// So whatever happens to an animation, nothing wrong stays behind.

import { mount, unmount } from "svelte";
import { duration } from "../lib/prefs.svelte";
import type { CardBoard, Happened, Moved, Pile, Ruled, Undone } from "../net/wire";
import Card from "./Card.svelte";
import CardBack from "./CardBack.svelte";
import { travelOf, type Place } from "./moves";

const FLIGHT = 380; // ms
const GATHER = 420;
const SHUFFLE = 400;
const DRAW = 260; // quick: a bot that has drawn plays soon
const GROWS = 500; // a number that has changed
const APART = 45; // between cards that are drawn one after the other

/** Where every card lies: the box of each element that has a `data-at`. */
export type Snapshot = Map<string, DOMRect>;

export interface Frame {
  was: CardBoard;
  happened: Happened[];
  seat: number; // whose side of the table is shown
  partner: (seat: number) => number | null;
  gone: number[]; // hand cards, by their ids
  come: number[];
  landed: boolean; // the card was dragged there: it need not fly
}

interface Look {
  face: string | null; // null: a card's back
  number?: number | null | undefined;
}

export class Flights {
  private running = new Set<Animation>();
  private copies = new Set<() => void>();

  constructor(private root: HTMLElement) {}

  snapshot(): Snapshot {
    const places = this.root.querySelectorAll<HTMLElement>("[data-at]");
    return new Map([...places].map((node) => [node.dataset["at"]!, node.getBoundingClientRect()]));
  }

  /** Everything that still moves is where it goes, at once. */
  finish(): void {
    for (const animation of this.running) animation.cancel();
    for (const remove of this.copies) remove();
    this.running.clear();
    this.copies.clear();
  }

  run(frame: Frame, before: Snapshot): void {
    if (duration(1) === 0 || frame.happened.some(isUndoing)) return;
    let at = 0;
    let ready = 0; // when there are cards to be drawn, which is not to wait for others that still fly
    for (const happened of frame.happened) {
      if (happened.kind === "moved") at = this.moved(happened, frame, before, at);
      if (happened.kind === "undone") at = this.undone(happened, frame, before, at);
      if (happened.kind === "shuffled") ready = this.shuffled(ready);
      if (happened.kind === "drew") ready = this.drew(happened.seat, happened.cards, frame, ready);
      if (happened.kind === "ruled") ready = this.punished(happened, ready);
    }
  }

  // --- What happens

  private moved(moved: Moved, frame: Frame, before: Snapshot, at: number): number {
    const { from, to, die } = travelOf(moved.move);
    if (!from || !to) return at;
    const source = place(from, moved.seat, frame, frame.gone[0]);
    const target = place(to, moved.seat, frame);
    const look = { face: moved.card ?? null, number: moved.number };
    if (die && to.startsWith("b")) at = this.dieTo(target, at);
    if (moved.completes) this.keep(target, frame.was.building[Number(to.slice(1)) - 1], at + FLIGHT);
    if (!frame.landed) at = this.fly(before.get(source), target, look, at, { hides: !moved.completes });
    if (moved.completes) at = this.gather(target, look, at);
    if (from.endsWith("s")) this.turnOver(source, at);
    return at;
  }

  private undone(undone: Undone, frame: Frame, before: Snapshot, at: number): number {
    const { from, to } = travelOf(undone.move);
    if (!from || !to) return at;
    const source = before.get(place(to, undone.seat, frame));
    const target = place(from, undone.seat, frame, frame.come[0]);
    const node = this.find(target);
    const face = node?.dataset["face"] ?? null;
    return this.fly(source, target, { face }, at);
  }

  private drew(seat: number, cards: number, frame: Frame, at: number): number {
    const source = this.find("draw")?.getBoundingClientRect();
    const mine = seat === frame.seat && frame.come.length > 0;
    const targets = mine
      ? frame.come.map((id) => place("h", seat, frame, id))
      : Array.from({ length: Math.min(cards, 5) }, () => place("h", seat, frame));
    targets.forEach((target, i) => {
      const landed = this.fly(source, target, { face: null }, at + i * APART, { ms: DRAW, hides: mine });
      if (mine) this.turnOver(target, landed);
    });
    return at + targets.length * APART;
  }

  /** Table mode: cards go, unseen, into the stock of somebody who made a slip. */
  private punished({ ruling, seat, count = 0 }: Ruled, at: number): number {
    if (ruling !== "overdraw" && ruling !== "two-cards") return at;
    const source = this.find("draw")?.getBoundingClientRect();
    const target = `${seat}:s`;
    for (let i = 0; i < count; i++) {
      at = this.fly(source, target, { face: null }, at, { hides: false });
    }
    const grows = [1, 1.7, 1].map((scale) => ({ transform: `scale(${scale})` }));
    const stock = this.find(target)?.parentElement;
    this.animate(stock?.querySelector(".count") ?? null, grows, GROWS, at);
    return at;
  }

  private shuffled(at: number): number {
    const swing = [0, -7, 6, -5, 4, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x}deg)` }));
    this.animate(this.find("draw"), swing, SHUFFLE, at);
    return at + SHUFFLE;
  }

  // --- How it moves

  /** Returns when it has arrived. Where the target shows the card itself, that is hidden so long. */
  private fly(
    from: DOMRect | undefined,
    target: string,
    look: Look,
    at: number,
    { ms = FLIGHT, hides = true } = {},
  ): number {
    const node = this.find(target);
    const to = node?.getBoundingClientRect();
    if (!from || !to || !node) return at;
    const copy = this.copy(look, to);
    const away = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
    const flight = this.animate(
      copy,
      [{ transform: away }, { transform: "none" }],
      ms,
      at,
      "cubic-bezier(.3,.1,.2,1)",
    );
    this.removeAfter(flight, copy);
    const shows = node.dataset["face"] !== undefined || node.dataset["back"] !== undefined;
    if (hides && shows) this.hide(node, at + ms);
    return at + ms;
  }

  /** A pile that is completed lies there until its last card has come. */
  private keep(target: string, pile: Pile | undefined, until: number): void {
    const box = this.find(target)?.getBoundingClientRect();
    const face = pile?.cards.at(-1);
    if (!pile || !face || !box) return;
    const copy = this.copy({ face, number: pile.number }, box);
    this.removeAfter(this.animate(copy, [{ opacity: 1 }, { opacity: 1 }], until, 0), copy);
  }

  private gather(target: string, look: Look, at: number): number {
    const box = this.find(target)?.getBoundingClientRect();
    const draw = this.find("draw")?.getBoundingClientRect();
    if (!box || !draw) return at;
    const copy = this.copy(look, box);
    const away = `translate(${draw.left - box.left}px, ${draw.top - box.top}px) scale(.6)`;
    const steps = [
      { transform: "none", opacity: 1 },
      { transform: "scale(1.08)", opacity: 1, offset: 0.3 },
      { transform: away, opacity: 0 },
    ];
    this.removeAfter(this.animate(copy, steps, GATHER, at, "ease-in"), copy);
    return at + GATHER;
  }

  private dieTo(target: string, at: number): number {
    const die = this.find("die");
    const box = this.find(target)?.getBoundingClientRect();
    const from = die?.getBoundingClientRect();
    if (!die || !box || !from) return at;
    const copy = this.layer(from);
    copy.append(die.cloneNode(true));
    const there = `translate(${box.left - from.left}px, ${box.top - from.top}px)`;
    const steps = [
      { transform: "none", opacity: 1 },
      { transform: there, opacity: 1, offset: 0.7 },
      { transform: there, opacity: 0 },
    ];
    this.removeAfter(this.animate(copy, steps, FLIGHT, at), copy);
    return at + FLIGHT * 0.7;
  }

  private turnOver(target: string, at: number): void {
    const node = this.find(target);
    if (node?.dataset["face"] === undefined) return;
    this.hide(node, at);
    this.animate(node, [{ transform: "scaleX(0)" }, { transform: "none" }], 160, at, "ease-out");
  }

  // --- The means

  private find(at: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-at="${at}"]`);
  }

  private hide(node: HTMLElement, until: number): void {
    this.animate(node, [{ visibility: "hidden" }, { visibility: "hidden" }], until, 0);
  }

  private animate(
    node: Element | null,
    steps: Keyframe[],
    ms: number,
    at: number,
    easing = "ease",
  ): Animation | null {
    if (!node) return null;
    const timing = { duration: duration(ms), delay: duration(at), easing, fill: "backwards" } as const;
    const animation = node.animate(steps, timing);
    this.running.add(animation);
    animation.onfinish = () => this.running.delete(animation);
    return animation;
  }

  private layer(box: DOMRect): HTMLElement {
    const layer = document.createElement("div");
    layer.className = "flying";
    Object.assign(layer.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    layer.style.setProperty("--w", `${box.width}px`);
    document.body.append(layer);
    this.copies.add(() => layer.remove());
    return layer;
  }

  private copy(look: Look, box: DOMRect): HTMLElement {
    const layer = this.layer(box);
    const small = box.width < 34;
    const drawn =
      look.face === null
        ? mount(CardBack, { target: layer })
        : mount(Card, { target: layer, props: { face: look.face, number: look.number ?? null, small } });
    this.copies.add(() => void unmount(drawn));
    return layer;
  }

  private removeAfter(animation: Animation | null, layer: HTMLElement): void {
    if (animation) animation.finished.then(() => layer.remove(), () => layer.remove());
    else layer.remove();
  }
}

/** Table mode: all is as it was before a turn that was played out of turn. Nothing went that way. */
const isUndoing = (happened: Happened) => happened.kind === "ruled" && happened.ruling === "undone";

/** The `data-at` of a place: building piles are everybody's, all else is some seat's. */
function place(at: Place, seat: number, frame: Frame, card?: number): string {
  if (at === "draw" || at.startsWith("b")) return at;
  const owner = /^p[sd]/.test(at) ? frame.partner(seat) : seat;
  const own = at.replace(/^p(?=[sd])/, "");
  if (/^p\d/.test(at)) return `${at.slice(1)}:s`;
  if (!own.startsWith("h")) return `${owner}:${own}`;
  return seat === frame.seat && card !== undefined ? `${owner}:h#${card}` : `${owner}:h`;
}
