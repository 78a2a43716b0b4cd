// Cards are dragged with pointer events, mouse and finger alike. A short way is still a tap.

import type { Attachment } from "svelte/attachments";
import { duration } from "../lib/prefs.svelte";
import type { Place } from "./moves";
import type { Picker } from "./picker.svelte";

const THRESHOLD = 8; // px until a press is a drag
const NEAR = 28; // px around a target that count as hitting it
const PATIENCE = 2500; // ms that a dropped card waits for the server's answer

interface Held {
  place: Place;
  card: number | null;
}

export function dragging(picker: Picker, held: () => Held): Attachment<HTMLElement> {
  return (node) => {
    const begin = (down: PointerEvent) => {
      const { place, card } = held();
      if (down.button !== 0 || !down.isPrimary || !picker.canLift(place)) return;
      follow(node, down, picker, place, card);
    };
    const noImages = (event: Event) => event.preventDefault(); // the browser's own dragging
    node.addEventListener("pointerdown", begin);
    node.addEventListener("dragstart", noImages);
    return () => {
      node.removeEventListener("pointerdown", begin);
      node.removeEventListener("dragstart", noImages);
    };
  };
}

function follow(
  node: HTMLElement,
  down: PointerEvent,
  picker: Picker,
  place: Place,
  card: number | null,
): void {
  const stop = new AbortController();
  const { signal } = stop;
  let ghost: HTMLElement | null = null;
  let shift = { x: 0, y: 0 };

  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    shift = { x: event.clientX - down.clientX, y: event.clientY - down.clientY };
    if (!ghost) {
      if (Math.hypot(shift.x, shift.y) < THRESHOLD) return;
      if (!picker.canLift(place)) return stop.abort(); // the turn has ended meanwhile
      ghost = ghostOf(node);
      picker.lift(place, card);
    }
    ghost.style.translate = `${shift.x}px ${shift.y}px`;
  };

  const end = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    stop.abort();
    if (!ghost) return;
    swallowClick();
    const lying = ghost;
    const target =
      event.type === "pointerup" && picker.dragged ? targetUnder(lying, picker.dragged.targets) : null;
    const remove = () => lying.remove();
    if (picker.drop(target?.dataset["place"] ?? null, remove)) {
      layOn(lying, target!);
      setTimeout(() => picker.settle(), PATIENCE);
    } else {
      goBack(lying, shift).finally(remove);
    }
  };

  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/** What is seen under the pointer: a copy of the card, above everything. */
function ghostOf(node: HTMLElement): HTMLElement {
  const shown = node.querySelector<HTMLElement>("[data-at]") ?? node;
  const ghost = document.createElement("div");
  const box = shown.getBoundingClientRect();
  ghost.className = "flying lifted";
  ghost.append(shown.cloneNode(true));
  (ghost.firstElementChild as HTMLElement).removeAttribute("data-at");
  Object.assign(ghost.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  ghost.style.setProperty("--w", `${box.width}px`);
  document.body.append(ghost);
  return ghost;
}

/** The lit place nearest to the middle of the card, if the card is over it or nearly so. */
function targetUnder(ghost: HTMLElement, targets: Set<Place>): HTMLElement | null {
  const card = ghost.getBoundingClientRect();
  const x = card.left + card.width / 2;
  const y = card.top + card.height / 2;
  let best: HTMLElement | null = null;
  let nearest = Infinity;
  for (const node of document.querySelectorAll<HTMLElement>("[data-place]")) {
    if (!targets.has(node.dataset["place"]!)) continue;
    const box = node.getBoundingClientRect();
    const inside =
      x > box.left - NEAR && x < box.right + NEAR && y > box.top - NEAR && y < box.bottom + NEAR;
    const away = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
    if (inside && away < nearest) [best, nearest] = [node, away];
  }
  return best;
}

function layOn(ghost: HTMLElement, target: HTMLElement): void {
  const from = ghost.getBoundingClientRect();
  const to = (target.querySelector("[data-at]") ?? target).getBoundingClientRect();
  ghost.classList.remove("lifted");
  ghost.animate(
    [{}, { transform: `translate(${to.left - from.left}px, ${to.top - from.top}px)` }],
    { duration: duration(120), fill: "forwards", easing: "ease-out" },
  );
}

async function goBack(ghost: HTMLElement, shift: { x: number; y: number }): Promise<void> {
  const back = [{ translate: `${shift.x}px ${shift.y}px` }, { translate: "0px 0px" }];
  ghost.style.translate = "0px 0px";
  await ghost.animate(back, { duration: duration(180), easing: "ease-out" }).finished;
}

/** The click that browsers send after a drag must not count as a press. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
