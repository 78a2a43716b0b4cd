// Options, sides and people in words.

import { t, told } from "../lib/texts.svelte";
import type { Seat, TableInfo } from "../net/wire";
import { SHORT_STOCK, type Options, type Value } from "./draft";

/** What differs from an edition, a line for each option. */
export function optionWords(options: Options, names: string[] = []): string[] {
  return Object.entries(options).map(([name, value]) => {
    if (name === "partners") return t("options.partners");
    if (name === "special") return t("options.special");
    if (name === "stock" && value === SHORT_STOCK) return t("options.short");
    return t("options.rule_is", {
      name: told(`options.names.${name}`),
      value: valueWords(name, value, names),
    });
  });
}

function valueWords(name: string, value: Value, names: string[]): string {
  if (name === "first") {
    return names[Number(value)] || t("options.seat", { number: Number(value) + 1 });
  }
  return told(`options.choices.${value}`) || String(value);
}

/** Who makes up a side, by name: partners sit opposite each other. */
export function sideName(table: TableInfo, side: number, sides: number): string {
  const members = table.seats.filter((_, seat) => seat % sides === side);
  return together(members);
}

export function together(members: Seat[]): string {
  const [first, second] = members;
  if (!second) return first?.name ?? "";
  return t("common.pair", { first: first!.name, second: second.name });
}
