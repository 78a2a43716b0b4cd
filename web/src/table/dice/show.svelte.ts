// What the table shows while dice are rolled and placed. A frame may tell of several rolls: those
// that brought nothing are shown one after the other, before the table shows how it stands now.

import { duration } from "../../lib/prefs.svelte";
import { play } from "../../lib/sound";
import type { DiceBoard, Happened } from "../../net/wire";
import { laid } from "./dice";

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
const FAR_BEHIND = 3; // frames: then there is no time for all that

export class Show {
  space = $state(1);
  cup = $state(5);
  roll: string[] = $state.raw([]);
  thrown = $state(0);
  turn: number | null = $state(null);
  shaking = $state(false);
  lost = $state(false);
  lostRolls: LostRoll[] = $state.raw([]);
  gains: Map<number, number> = $state.raw(new Map());
  points = $state(0); // what this turn has brought so far
  busy = $state(false);

  private frames: Frame[] = [];
  private placings = 0; // in this turn: before the first the turn has brought nothing
  private last: DiceBoard | null = null;
  private stopped = false;

  constructor(private you: () => number | null) {}

  /** The table has changed. */
  take(frame: Frame): void {
    if (frame.whole || !this.last || document.hidden) {
      this.frames = [];
      this.placings = frame.board.roll.length ? 0 : 1;
      this.settle(frame.board);
      return;
    }
    this.frames.push(frame);
    if (!this.busy) void this.run();
  }

  stop(): void {
    this.stopped = true;
  }

  private async run(): Promise<void> {
    this.busy = true;
    let frame: Frame | undefined;
    while ((frame = this.frames.shift()) && !this.stopped) {
      this.lostRolls = [];
      this.gains = taken(this.last, frame.board);
      for (const happened of frame.happened) await this.tell(happened);
      // A frame that follows on nothing may have come meanwhile, and settled it all.
      if (this.busy) this.settle(frame.board, this.frames.length > 0);
    }
    this.busy = false;
  }

  private async tell(happened: Happened): Promise<void> {
    if (happened.kind === "undone") {
      this.placings -= laid(happened.move).length ? 1 : 0;
    } else if (happened.kind === "moved" && laid(happened.move).length) {
      this.placings++;
      await this.place(happened.seat, laid(happened.move).length);
    } else if (happened.kind === "rolled") {
      await this.rolled(happened.seat, happened.faces, happened.lost);
    }
  }

  /** Our own dice lie on the board already. */
  private async place(seat: number, dice: number): Promise<void> {
    this.roll = [];
    for (let placed = 0; placed < dice; placed++) {
      if (seat !== this.you()) await this.pause(duration(PLACE));
      play("card");
      this.space++;
      if (this.space <= 12) continue;
      await this.pause(duration(PLACE) * 2); // all is filled, and then all is empty
      this.space = 1;
    }
  }

  private async rolled(seat: number, faces: string[], lost: boolean): Promise<void> {
    if (seat !== this.turn) this.placings = this.points = 0;
    this.turn = seat;
    this.roll = [];
    this.lost = false;
    this.cup = faces.length;
    play("roll");
    this.shaking = true;
    await this.pause(duration(SHAKE));
    this.shaking = false;
    this.roll = faces;
    this.thrown++;
    await this.pause(duration(FALL));
    if (!lost) return;
    this.lost = true;
    play("discard");
    await this.pause(duration(READ) || READ); // without motion, too, it takes time to read
    this.lostRolls = [...this.lostRolls, { seat, faces }];
  }

  private pause(milliseconds: number): Promise<void> {
    if (!milliseconds || this.frames.length >= FAR_BEHIND) return Promise.resolve();
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Show how it stands. */
  private settle(board: DiceBoard, busy = false): void {
    this.points = this.placings > 0 && board.turn !== null ? board.points : 0;
    this.space = board.space;
    this.cup = board.cup;
    this.roll = board.roll;
    this.turn = board.turn;
    this.lost = false;
    this.shaking = false;
    this.last = board;
    this.busy = busy;
  }
}

/** What each seat's score has gained. */
function taken(before: DiceBoard | null, now: DiceBoard): Map<number, number> {
  const gains = now.scores.map((score, seat) => [seat, score - (before?.scores[seat] ?? score)]);
  return new Map(gains.filter(([, gain]) => gain! > 0) as [number, number][]);
}
