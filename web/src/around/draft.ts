// What somebody wants to play: an edition, how many play, what differs from the edition, and how
// the table is kept. What stays as the edition has it is not in `options`.

import { editions } from "../net/api";
import type { EditionInfo, Level, OpenTable, OptionInfo, Settings, TableInfo } from "../net/wire";

export type Value = boolean | number | string;
export type Options = Record<string, Value>;

export interface Draft {
  edition: string;
  players: number;
  options: Options;
  settings: Required<Settings>;
}

export const EDITIONS = ["classic", "deluxe", "international", "mod", "dice"];
export const LEVELS: Level[] = ["easy", "medium", "hard", "master"];
export const PLAYERS = [2, 3, 4, 5, 6];
export const SHORT_STOCK = 10; // what a short game means (docs/rules.md, C3)

export const SETTINGS: Required<Settings> = {
  level: "medium",
  match: false,
  undo: true,
  chat: false,
  open: true,
  grace: 60,
  pace: "normal",
  slips: false,
};

// --- What was chosen last, in this browser

const KEY = "skipbo.draft";

export function lastDraft(): Draft {
  const plain: Draft = { edition: "classic", players: 2, options: {}, settings: { ...SETTINGS } };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Draft>;
    return { ...plain, ...kept, settings: { ...SETTINGS, ...kept.settings } };
  } catch {
    return plain;
  }
}

export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // a private window: nothing is remembered
  }
}

// --- Changes

export function withEdition(draft: Draft, edition: string): Draft {
  return { ...draft, edition, options: {}, settings: { ...draft.settings, match: false } };
}

/** Sides need four or six, and whoever begins must have a seat. */
export function withPlayers(draft: Draft, players: number): Draft {
  const options = { ...draft.options };
  if (!pairsUp(players)) delete options["partners"];
  if (Number(options["first"] ?? 0) >= players) delete options["first"];
  return { ...draft, players, options };
}

export function pairsUp(players: number): boolean {
  return players === 4 || players === 6;
}

/** With another value; one that the edition has by itself is left out. */
export function withOption(draft: Draft, info: OptionInfo, value: Value): Draft {
  const options = { ...draft.options };
  if (value === usual(info, draft.players)) delete options[info.name];
  else options[info.name] = value;
  return { ...draft, options };
}

/**
 * Rules that are kept strictly, or as at a kitchen table. Slips need penalties: where the edition
 * has none by itself, they come along as a house rule.
 */
export function withEnforcement(draft: Draft, info: EditionInfo, value: Value): Draft {
  const option = (name: string) => info.options.find((each) => each.name === name)!;
  const special = value === "table" || usual(option("special"), draft.players);
  return withOption(withOption(draft, option("enforcement"), value), option("special"), special);
}

export const tableMode = (options: Options) => options["enforcement"] === "table";

export function withSettings(draft: Draft, changes: Settings): Draft {
  return { ...draft, settings: { ...draft.settings, ...changes } };
}

// --- What the server knows of editions

let asked: Promise<EditionInfo[]> | undefined;

/** Asked for once; after a failure, again. */
export function knownEditions(): Promise<EditionInfo[]> {
  asked ??= editions().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** The value that an edition has by itself, which may depend on how many play. */
export function usual(info: OptionInfo, players: number): Value {
  return info.default[players - 2] ?? info.default[0] ?? 0;
}

export function request(draft: Draft): Required<Pick<OpenTable, "edition" | "options">> {
  return { edition: draft.edition, options: { players: draft.players, ...draft.options } };
}

/** What is played at a table, as a draft that can be changed. */
export function draftOf(table: TableInfo, known: EditionInfo[]): Draft {
  const players = table.seats.length;
  const infos = known.find((info) => info.name === table.edition)?.options ?? [];
  const options: Options = {};
  for (const info of infos) {
    const value = table.options[info.name];
    const fixed = info.name === "players" || info.name === "short" || value === undefined;
    if (!fixed && value !== usual(info, players)) options[info.name] = value;
  }
  return { edition: table.edition, players, options, settings: { ...SETTINGS, ...table.settings } };
}
