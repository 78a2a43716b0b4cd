// The table by keyboard. Each group of cards is one Tab stop; the arrows go to whatever lies in
// their direction. While a card is picked, only the places where it may go can be reached.

import { tick } from "svelte";
import type { Picker } from "./picker.svelte";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class Keys {
  private stops = new Map<string, HTMLElement>(); // the last one in each group that had the focus
  private byKeyboard = false;

  constructor(
    private root: HTMLElement,
    private picker: Picker,
  ) {}

  private all(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("button[data-group]")];
  }

  private reachable(): HTMLElement[] {
    const lit = this.all().filter((node) => node.matches(".lit, .picked"));
    return this.picker.path.length && lit.length ? lit : this.all();
  }

  /** One Tab stop a group. To be called whenever the table was drawn anew. */
  arrange(): void {
    const open = new Set(this.reachable());
    const picking = this.picker.path.length > 0;
    const taken = new Set<string>();
    const inOrder = [...this.all()].sort((a, b) => this.rank(a) - this.rank(b));
    for (const node of inOrder) {
      const group = node.dataset["group"]!;
      node.tabIndex = open.has(node) && (picking || !taken.has(group)) ? 0 : -1;
      taken.add(group);
    }
  }

  private rank(node: HTMLElement): number {
    return this.stops.get(node.dataset["group"]!) === node ? 0 : 1;
  }

  readonly focused = (event: FocusEvent) => {
    const node = event.target as HTMLElement;
    if (!node.dataset["group"]) return;
    this.stops.set(node.dataset["group"], node);
    this.arrange();
  };

  readonly pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape" && this.picker.path.length) {
      const source = this.root.querySelector<HTMLElement>(".picked");
      this.picker.cancel();
      source?.focus();
      event.preventDefault();
    }
    const way = ARROWS[event.key];
    const from = event.target as HTMLElement;
    if (!way || !from.dataset["group"] || event.altKey || event.ctrlKey || event.metaKey) return;
    nearest(from, this.reachable(), way)?.focus();
    event.preventDefault();
    event.stopPropagation(); // a replay steps by these keys, too
  };

  /** A press by keyboard (`detail` is 0) goes on to the first place where the card may go. */
  readonly clicked = async (event: MouseEvent) => {
    this.byKeyboard = event.detail === 0;
    if (!this.byKeyboard || !(event.target as HTMLElement).closest("[data-place]")) return;
    await tick();
    if (this.picker.path.length && !this.picker.choice) {
      this.root.querySelector<HTMLElement>("button.lit")?.focus();
    }
  };

  /** After a move by keyboard the focus is where the move began, to go on from there. */
  comeBack(): void {
    const began = this.picker.sent;
    this.picker.sent = null;
    if (!began || !this.byKeyboard) return;
    const group = began.place.startsWith("h") ? "hand" : "piles";
    const nodes = this.all().filter((node) => node.dataset["group"] === group);
    const same = nodes.find((node) => node.dataset["place"] === began.place);
    const eager = this.root.querySelector<HTMLElement>("button.eager");
    (same ?? eager ?? nodes[0] ?? this.all()[0])?.focus();
  }
}

function nearest(from: HTMLElement, nodes: HTMLElement[], [dx, dy]: [number, number]) {
  const start = middle(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const node of nodes) {
    if (node === from) continue;
    const { x, y } = middle(node);
    const ahead = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (ahead < 5 || aside > ahead * 3) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [node, cost];
  }
  return best;
}

function middle(node: HTMLElement): { x: number; y: number } {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
