// What has been pressed so far of a move, and what can be pressed next. All of it follows from the
// legal moves: a move is a path of places, and every press goes one step along such paths. In table
// mode slips can be made in the same way, though nothing on the table invites to them.

import { getContext, setContext } from "svelte";
import type { CardBoard } from "../net/wire";
import { extraDiscard, stepsOf, type Place } from "./moves";

interface Held {
  place: Place;
  card: number | null; // which of the hand cards, as equal ones share a place
}

/** A card that was dropped somewhere and waits there until the server has answered. */
export interface Landed extends Held {
  move: string;
  remove: () => void;
}

export class Picker {
  path: Place[] = $state.raw([]);
  card: number | null = $state(null);
  dragged: (Held & { targets: Set<Place> }) | null = $state.raw(null);
  landed: Landed | null = $state.raw(null);
  /** With MOD's Discard 2 a discard may end the turn or not: the two moves to choose from. */
  choice: { ends: string; extra: string } | null = $state.raw(null);
  sent: Held | null = null; // where the last move began: its card goes, and the focus comes back

  constructor(
    private legal: () => string[],
    private slips: () => string[],
    private board: () => CardBoard,
    private hinted: () => string | null,
    private send: (move: string) => void,
  ) {}

  private proper = $derived.by(() => this.legal().map(withSteps));
  private moves = $derived.by(() => [...this.proper, ...this.slips().map(withSteps)]);
  private suggested = $derived.by(() => new Set(stepsOf(this.hinted() ?? "")));

  starts = $derived.by(() => new Set(this.moves.map(({ steps }) => steps[0]!)));
  next = $derived.by(() => this.after(this.path));

  /** What to begin with: cards that can be built with, the die; or else all that can be moved. */
  private eager = $derived.by(() => {
    const first = this.proper.filter(({ steps }) => steps[0] === "die" || steps[1]?.startsWith("b"));
    return new Set((first.length ? first : this.proper).map(({ steps }) => steps[0]!));
  });
  /** Table mode: cards are to be taken before anything is played. */
  isDue = $derived.by(() => this.legal().includes("take"));
  canBuild = $derived.by(() => this.legal().some((move) => move.includes(">b")));

  private after(path: Place[]): Set<Place> {
    const along = this.moves.filter(({ steps }) => path.every((place, i) => place === steps[i]));
    return new Set(along.flatMap(({ steps }) => steps.slice(path.length, path.length + 1)));
  }

  /** Some move that goes on from what was pressed. */
  along(): string | undefined {
    return this.moves.find(({ steps }) => this.path.every((place, i) => place === steps[i]))?.move;
  }

  private moveAt(path: Place[]): string | undefined {
    return this.moves.find(({ steps }) => steps.join() === path.join())?.move;
  }

  private isMove(move: string): boolean {
    return this.moves.some((each) => each.move === move);
  }

  // --- How a place looks

  isPicked(place: Place, card: number | null): boolean {
    return this.path.includes(place) && (card === null || card === this.card);
  }

  isLit(place: Place): boolean {
    if (this.dragged) return this.dragged.targets.has(place);
    return this.path.length > 0 && this.next.has(place);
  }

  isEager(place: Place): boolean {
    return !this.path.length && !this.dragged && this.eager.has(place);
  }

  isSuggested(place: Place): boolean {
    return this.suggested.has(place);
  }

  /** Whether the card is not to be seen in its place: it is under the pointer, or was dropped. */
  isAway(place: Place, card: number | null): boolean {
    const held = this.dragged ?? this.landed;
    return held?.place === place && held.card === card;
  }

  canPress(place: Place): boolean {
    return this.starts.has(place) || this.next.has(place) || this.path.includes(place);
  }

  // --- What a press does

  press(place: Place, card: number | null = null): void {
    if (this.path.length && this.next.has(place)) this.step(place, card);
    else if (this.isPicked(place, card)) this.again();
    else if (this.starts.has(place)) this.begin(place, card);
    else this.cancel();
  }

  cancel(): void {
    this.path = [];
    this.card = null;
    this.choice = null;
  }

  decide(move: string): void {
    this.sent = { place: this.path[0] ?? "", card: this.card };
    this.cancel();
    this.send(move);
  }

  private begin(place: Place, card: number | null): void {
    this.card = card;
    this.path = [place];
    const only = this.moveAt(this.path); // `pass` is all there is to it
    if (only) this.decide(only);
  }

  private step(place: Place, card: number | null): void {
    this.path = [...this.path, place];
    if (card !== null) this.card = card;
    const move = this.moveAt(this.path);
    if (!move) return;
    const extra = extraDiscard(move);
    if (this.isMove(extra)) this.choice = { ends: move, extra };
    else this.decide(move);
  }

  /** A second press plays the card where there is but one thing to build with it. */
  private again(): void {
    const builds = [...this.next].filter((place) => place.startsWith("b"));
    const among = builds.length ? builds : [...this.next];
    const reached = (place: Place) => this.board().building[Number(place.slice(1)) - 1]?.number;
    const [first] = among;
    const alike = builds.length > 0 && builds.every((pile) => reached(pile) === reached(first!));
    if (first && (among.length === 1 || alike)) this.step(first, null);
    else this.cancel();
  }

  // --- Dragging

  canLift(place: Place): boolean {
    if (this.isMove(place)) return false; // a press is all: there is nowhere to drag it to
    return this.starts.has(place) || (this.path.length > 0 && this.next.has(place));
  }

  /** A card is taken up. If it is the last step of a move, it goes where the step before was. */
  lift(place: Place, card: number | null): void {
    const goesOn = this.path.length > 0 && this.next.has(place);
    if (goesOn && this.moveAt([...this.path, place])) {
      this.dragged = { place, card, targets: new Set([this.path.at(-1)!]) };
      return;
    }
    this.path = goesOn ? [...this.path, place] : [place];
    this.card = card;
    this.dragged = { place, card, targets: this.next };
  }

  /** The dragged card was let go over a place, or over none. Returns whether it stays there. */
  drop(target: Place | null, remove: () => void): boolean {
    const held = this.dragged;
    this.dragged = null;
    if (!held || !target || !held.targets.has(target)) {
      if (this.path.at(-1) === held?.place) this.cancel();
      return false;
    }
    const last = this.path.at(-1) === target;
    const move = this.moveAt([...this.path, last ? held.place : target]);
    if (move && !this.isMove(extraDiscard(move))) {
      this.landed = { place: held.place, card: held.card, move, remove };
    }
    if (last) this.press(held.place, held.card);
    else this.press(target);
    return this.landed !== null;
  }

  /** The board is a new one, or no answer came: nothing lies about any more. */
  settle(): void {
    this.landed?.remove();
    this.landed = null;
  }
}

const withSteps = (move: string) => ({ move, steps: stepsOf(move) });

const KEY = Symbol("picker");
export const sharePicker = (picker: Picker) => setContext(KEY, picker);
export const usePicker = () => getContext<Picker>(KEY);
