// What the table shows while dice are rolled and placed. A frame may tell of several rolls: those
// that brought nothing are shown one after the other, before the table shows how it stands now.
// What is said of it all waits for it: it is `told` as soon as it has been shown.

import { duration } from "../../lib/prefs.svelte";
import type { DiceBoard, Happened } from "../../net/wire";
import { diceOf, laid, spaces } from "./dice";

export interface Frame {
  board: DiceBoard;
  happened: Happened[];
  whole: boolean;
}

export interface LostRoll {
  seat: number;
  faces: string[];
}

const SHAKE = 650;
const FALL = 700; // until all dice lie still
const READ = 1900; // for a roll that brought nothing
const PLACE = 260; // each die
const MOST = 4500; // for all rolls that wait: the more there are, the faster they go
const FAR_BEHIND = 3; // frames: then there is no time for all that
const INTERRUPTED = Symbol("a frame came that follows on nothing");

export class Show {
  space = $state(1);
  cup = $state(5);
  roll: string[] = $state.raw([]);
  placed: number[] = $state.raw([]); // dice of the roll that somebody has just laid
  thrown = $state(0);
  turn: number | null = $state(null);
  shaking = $state(false);
  lost = $state(false);
  lostRolls: LostRoll[] = $state.raw([]);
  gains: Map<number, number> = $state.raw(new Map());
  points = $state(0); // what this turn has brought so far
  busy = $state(false);
  board: DiceBoard | null = $state.raw(null); // of the frame that is being shown
  told: Happened[] = $state.raw([]); // what of that frame has been shown so far

  private frames: Frame[] = [];
  private placings = 0; // in this turn: before the first the turn has brought nothing
  private haste = 1; // by how much all is shortened
  private generation = 0; // what was under way in an earlier one is over

  constructor(
    private you: () => number | null,
    private begins: (happened: Happened) => void = () => undefined, // for its sound
  ) {}

  /** The table has changed. */
  take(frame: Frame): void {
    if (frame.whole || !this.board || document.hidden) {
      this.frames = [];
      this.generation++;
      this.placings = frame.board.roll.length ? 0 : 1;
      this.told = frame.happened;
      this.settle(frame.board);
      return;
    }
    this.frames.push(frame);
    if (!this.busy) void this.run();
  }

  stop(): void {
    this.generation++;
    this.frames = [];
    this.board = null; // whatever comes next follows on nothing
  }

  private async run(): Promise<void> {
    let frame: Frame | undefined;
    try {
      while ((frame = this.frames.shift())) {
        this.busy = true;
        this.lostRolls = [];
        this.gains = taken(this.board, frame.board);
        this.board = frame.board;
        this.haste = Math.min(1, reading(MOST) / lasting([frame, ...this.frames]));
        for (const [i, happened] of frame.happened.entries()) {
          await this.show(happened);
          this.told = frame.happened.slice(0, i + 1);
        }
        this.settle(frame.board);
      }
    } catch (reason) {
      if (reason !== INTERRUPTED) throw reason;
    }
  }

  private async show(happened: Happened): Promise<void> {
    this.begins(happened);
    if (happened.kind === "began") {
      this.turn = happened.first;
    } else if (happened.kind === "undone") {
      this.placings -= laid(happened.move).length ? 1 : 0;
    } else if (happened.kind === "moved" && laid(happened.move).length) {
      this.placings++;
      await this.place(happened.seat, happened.move);
    } else if (happened.kind === "rolled") {
      await this.rolled(happened.seat, happened.faces, happened.lost);
    }
  }

  /** One die after the other; our own lie on the board already. */
  private async place(seat: number, move: string): Promise<void> {
    const dice = diceOf({ roll: this.roll, space: this.space }, move) ?? [];
    for (const die of dice) {
      if (seat !== this.you()) await this.pause(duration(PLACE));
      this.placed = [...this.placed, die];
      this.space++;
      if (this.space <= spaces.length) continue;
      await this.pause(duration(PLACE) * 2); // all is filled, and then all is empty
      this.space = 1;
    }
  }

  private async rolled(seat: number, faces: string[], lost: boolean): Promise<void> {
    if (seat !== this.turn) this.placings = this.points = 0;
    this.turn = seat;
    this.roll = [];
    this.placed = [];
    this.lost = false;
    this.cup = faces.length;
    this.shaking = true;
    await this.pause(duration(SHAKE));
    this.shaking = false;
    this.roll = faces;
    this.thrown++;
    await this.pause(duration(FALL));
    if (!lost) return;
    this.lost = true;
    await this.pause(reading(READ));
    this.lostRolls = [...this.lostRolls, { seat, faces }];
  }

  private async pause(milliseconds: number): Promise<void> {
    if (!milliseconds || this.frames.length >= FAR_BEHIND) return;
    const { generation } = this;
    await new Promise((resolve) => setTimeout(resolve, milliseconds * this.haste));
    if (generation !== this.generation) throw INTERRUPTED;
  }

  /** Show how it stands. */
  private settle(board: DiceBoard): void {
    this.points = this.placings > 0 && board.turn !== null ? board.points : 0;
    this.space = board.space;
    this.cup = board.cup;
    this.roll = board.roll;
    this.placed = [];
    this.turn = board.turn;
    this.lost = false;
    this.shaking = false;
    this.board = board;
    this.busy = false;
  }
}

/** Without motion, too, it takes time to read. */
const reading = (milliseconds: number) => duration(milliseconds) || milliseconds;

/** How long the rolls of these frames would take at leisure. */
function lasting(frames: Frame[]): number {
  const rolls = frames.flatMap((frame) => frame.happened).filter(({ kind }) => kind === "rolled");
  return rolls.length * (duration(SHAKE + FALL) + reading(READ));
}

/** What each seat's score has gained. */
function taken(before: DiceBoard | null, now: DiceBoard): Map<number, number> {
  const gains = now.scores.map((score, seat) => [seat, score - (before?.scores[seat] ?? score)]);
  return new Map(gains.filter(([, gain]) => gain! > 0) as [number, number][]);
}
