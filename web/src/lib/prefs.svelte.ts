// What this browser remembers: how the page looks and sounds, and who sits here.

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "less";
export type Speed = "calm" | "normal" | "quick";

interface Prefs {
  language: string | null; // null: the browser's
  theme: Theme;
  motion: Motion;
  speed: Speed;
  sound: boolean;
  chance: boolean; // whether the chance to win is shown
  name: string;
}

const KEY = "skipbo.prefs";
const DEFAULTS: Prefs = {
  language: null,
  theme: "auto",
  motion: "auto",
  speed: "normal",
  sound: true,
  chance: false,
  name: "",
};

function stored<T>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<T>;
  } catch {
    return {}; // storage may be forbidden, or hold something else: the defaults will do
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a private window: nothing is remembered, and the game goes on
  }
}

export const prefs: Prefs = $state({ ...DEFAULTS, ...stored<Prefs>(KEY) });

export function savePrefs(changes: Partial<Prefs>): void {
  Object.assign(prefs, changes);
  store(KEY, prefs);
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
const PACE: Record<Speed, number> = { calm: 1.6, normal: 1, quick: 0.45 };

/** How long something that moves should take, in milliseconds; 0 where motion is not wanted. */
export function duration(milliseconds: number): number {
  if (prefs.motion === "less" || (prefs.motion === "auto" && still.matches)) return 0;
  return milliseconds * PACE[prefs.speed];
}

// --- The secrets of the seats taken from this browser, by table

const SEATS = "skipbo.seats";
const MOST_SEATS = 50;

export interface KnownSeat {
  token: string;
  seat: number;
  at: number;
}

export function knownSeat(code: string): KnownSeat | undefined {
  return stored<Record<string, KnownSeat>>(SEATS)[code];
}

export function rememberSeat(code: string, seat: number, token: string): void {
  const seats = stored<Record<string, KnownSeat>>(SEATS);
  seats[code] = { token, seat, at: Date.now() };
  const newest = Object.entries(seats).sort(([, a], [, b]) => b!.at - a!.at);
  store(SEATS, Object.fromEntries(newest.slice(0, MOST_SEATS)));
}

export function forgetSeat(code: string): void {
  const seats = stored<Record<string, KnownSeat>>(SEATS);
  delete seats[code];
  store(SEATS, seats);
}

/** The table where this browser sat last, to go on with. */
export function lastTable(): string | undefined {
  const seats = Object.entries(stored<Record<string, KnownSeat>>(SEATS));
  return seats.sort(([, a], [, b]) => b!.at - a!.at)[0]?.[0];
}
