// What a screen reader hears of cards and piles.

import { t } from "../lib/texts.svelte";
import type { Pile, Player, Seat } from "../net/wire";

export const faceName = (face: string) => (face === "W" ? t("card.wild") : face);

const fromTop = (cards: string[]) => [...cards].reverse().map(faceName).join(", ");

/** `name` is null for one's own piles. */
export function stockLabel(player: Player, name: string | null): string {
  if (!player.stock_top) return name === null ? t("card.stock_done") : t("card.stock_done_of", { name });
  const card = faceName(player.stock_top);
  return name === null
    ? t("card.stock", { card }, player.stock)
    : t("card.stock_of", { card, name }, player.stock);
}

export function discardLabel(cards: string[], pile: number, name: string | null): string {
  const values = { pile, cards: fromTop(cards) };
  return name === null
    ? t("card.discard", values, cards.length)
    : t("card.discard_of", { ...values, name }, cards.length);
}

export function buildingLabel(pile: Pile, index: number): string {
  if (pile.number === 0) return t("card.building_free", { pile: index + 1 });
  const values = { pile: index + 1, number: pile.number, next: pile.number + 1 };
  return t(pile.cards.at(-1) === "W" ? "card.building_wild" : "card.building", values);
}

/** Everything that everybody can see of a player, in sentences. */
export function playerLabel(
  player: Player,
  seat: Seat,
  marks: Record<"turn" | "jumps" | "waits" | "noDraw" | "partner" | "winner", boolean>,
): string {
  const { name } = seat;
  const piles = player.discards
    .map((cards, i) => ({ cards, pile: i + 1 }))
    .filter(({ cards }) => cards.length)
    .map(({ cards, pile }) => t("card.discard_top", { pile, card: faceName(cards.at(-1)!) }, cards.length));
  return [
    `${name}.`,
    turnLabel(marks),
    marks.noDraw ? t("manners.no_draw.other") : "",
    marks.partner ? t("table.partner") : "",
    standing(seat),
    stockLabel(player, name),
    t("card.held", {}, player.held),
    ...piles,
  ]
    .filter(Boolean)
    .join(" ");
}

function turnLabel(marks: Record<"turn" | "jumps" | "waits" | "winner", boolean>): string {
  if (marks.winner) return t("table.winner");
  if (marks.jumps) return t("manners.jumps");
  if (marks.waits) return t("manners.waits");
  return marks.turn ? t("table.on_turn") : "";
}

/** Whether somebody is a bot, away, or played for by a bot. */
export function standing(seat: Seat): string {
  if (seat.who === "bot") return t("table.bot");
  if (seat.bot_plays) return t("table.bot_plays");
  return seat.here ? "" : t("table.away");
}
