// Which rules an edition has, in the order in which they are told. The texts are rules.SECTION.ITEM;
// the numbers are those of docs/rules.md.

export const EDITIONS = ["classic", "deluxe", "international", "mod", "dice"] as const;
export type Edition = (typeof EDITIONS)[number];

export interface Item {
  key: string;
  numbers: string;
}

export interface Section {
  key: string;
  items: Item[];
  prose?: boolean; // told in paragraphs
  lead?: boolean; // its first text goes before the list
  steps?: number; // so many of its items come first, and are done one after the other
  drawing?: "pile" | "dice";
}

/** `deck C1, open C4` as items; one without numbers is only told. */
function items(list: string): Item[] {
  return list.split(",").map((item) => {
    const [key = "", ...numbers] = item.trim().split(" ");
    return { key, numbers: numbers.join(" ") };
  });
}

function cardSections(edition: Edition): Section[] {
  const mod = edition === "mod";
  const classic = edition === "classic";
  const begins = classic ? "youngest C15" : "dealer C14 O4";
  const setup = mod
    ? `deckMod C1 O5, players O6, stockMod C3, deal C3, open C4, ${begins}`
    : `deck C1, players C2, stock C3, deal C3, open C4, ${begins}`;
  const die: Section = {
    key: "die",
    items: items(
      "roll M1, once M2, faces M3, standIn M4, twelve M4, standInExample, away M5, discard M6 O7, draw M7 O8",
    ),
  };
  return [
    { key: "goal", prose: true, items: items("stock C11, build C5, wild C1"), drawing: "pile" },
    { key: "setup", items: items(setup) },
    { key: "piles", items: items("begin C5, complete C5, four C6, discards C7") },
    {
      key: "turn",
      steps: 3,
      items: items(
        "draw C8, play C8, discard C8, next C8, emptied C9, win C11, first C12, wilds C16, example",
      ),
    },
    ...(mod ? [die] : []),
    { key: "empty", items: items("completed C10, beneath O1, few O2, blocked O3") },
    {
      key: "partners",
      items: items(
        `sides P7, cards P1, own P2, end P3, silence P4, ${classic ? "" : "penalty P5, "}points P6`,
      ),
    },
    {
      key: "match",
      items: items(
        `points C13, target C13, example, blocked O3, ${classic ? "youngest C15" : "dealer C14"}`,
      ),
    },
    {
      key: "strict",
      lead: true,
      items: items(
        `text S4, ${classic ? "house, " : ""}draw T1, overdraw S1, jump T2 S2 S3, talk T3 P5, wrong T5`,
      ),
    },
    {
      key: "house",
      lead: true,
      items: items(
        "intro, players, stock C3, partners P7, target C13, deck C1, ranks C5, hand C8, piles C5 C7, refill O1, slips T1 T2 T3",
      ),
    },
    { key: "fair", prose: true, items: items("promise, follows, check") },
  ];
}

const DICE: Section[] = [
  { key: "diceGoal", prose: true, items: items("points D12, risk D6") },
  { key: "diceSetup", items: items("dice D1, faces D2, start D3"), drawing: "dice" },
  {
    key: "diceTurn",
    steps: 3,
    items: items(
      "roll D4, place D4, decide D6, wild D5, lost D6, symbol D7, five D8, round D9",
    ),
  },
  { key: "dicePoints", items: items("last D10, example, next D11") },
  { key: "diceEnd", items: items("last D12, tie D13") },
  { key: "house", lead: true, items: items("intro, players D3, wildFaces D2, diceTarget D12") },
  { key: "fair", prose: true, items: items("promise, follows, check") },
];

export function sectionsOf(edition: Edition): Section[] {
  return edition === "dice" ? DICE : cardSections(edition);
}
