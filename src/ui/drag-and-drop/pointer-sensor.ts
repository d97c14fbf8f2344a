import { HANDLE, itemOf } from "./board-elements.ts";

/** Pixels a mouse must move before a press becomes a drag. */
const MOUSE_SLACK = 5;
/**
 * Milliseconds a touch must be held, and pixels it may move, before it drags; until then it
 * scrolls. On a handle, a touch drags like a mouse.
 */
const HOLD_MS = 220;
const FINGER_SLACK = 10;

interface PointerCalls {
  /** @returns whether the card can be dragged now. */
  lift: (item: HTMLElement, at: { x: number; y: number }) => boolean;
  move: (x: number, y: number) => void;
  drop: () => void;
  cancel: () => void;
}

interface Press {
  pointer: number;
  item: HTMLElement;
  x: number;
  y: number;
  touch: boolean;
  /** Whether the pointer lifts the card only when held. */
  held: boolean;
  lifted: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Starts drags for mouse, pen and touch on cards. Returns a function that stops listening. */
export function listenToPointers(root: HTMLElement, calls: PointerCalls): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let press: Press | null = null;

  root.addEventListener("pointerdown", onDown, { signal });
  addEventListener("pointermove", onMove, { signal });
  addEventListener("pointerup", onUp, { signal });
  addEventListener("pointercancel", giveUp, { signal });
  addEventListener("blur", giveUp, { signal });
  addEventListener("keydown", onKey, { signal, capture: true });
  // Not passive: a touch that drags a card must not scroll the page.
  root.addEventListener("touchmove", whenHeld, { signal, passive: false });
  root.addEventListener("contextmenu", (event) => press?.touch && event.preventDefault(), {
    signal,
  });
  root.addEventListener("dragstart", (event) => press && event.preventDefault(), { signal });
  return () => {
    giveUp();
    listening.abort();
  };

  function onDown(event: PointerEvent) {
    const item = itemOf(event.target);
    if (!item || press || !event.isPrimary || event.button !== 0) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    const touch = event.pointerType === "touch";
    const held = touch && !(event.target as Element).closest(`[${HANDLE}]`);
    press = { pointer, item, x, y, touch, held, lifted: false };
    if (held) press.timer = setTimeout(lift, HOLD_MS, press);
  }

  function onMove(event: PointerEvent) {
    if (!press || event.pointerId !== press.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!press.lifted) {
      const distance = Math.hypot(x - press.x, y - press.y);
      if (distance <= (press.held ? FINGER_SLACK : MOUSE_SLACK)) return;
      if (press.held) return giveUp();
      lift(press);
    }
    if (press?.lifted) calls.move(x, y);
  }

  function onUp(event: PointerEvent) {
    if (!press || event.pointerId !== press.pointer) return;
    const { lifted } = press;
    if (lifted) calls.move(event.clientX, event.clientY);
    release();
    if (!lifted) return;
    swallowClick();
    calls.drop();
  }

  function onKey(event: KeyboardEvent) {
    if (!press?.lifted || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    swallowClick();
    giveUp();
  }

  function whenHeld(event: TouchEvent) {
    if (press?.lifted) event.preventDefault();
  }

  function lift(held: Press) {
    if (press !== held) return;
    held.lifted = calls.lift(held.item, held);
    if (!held.lifted) release();
  }

  function giveUp() {
    const lifted = press?.lifted;
    release();
    if (lifted) calls.cancel();
  }

  function release() {
    clearTimeout(press?.timer);
    press = null;
  }
}

/** The pointerup ends the drag; it must not also open the card. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => removeEventListener("click", swallow, { capture: true });
  addEventListener("click", swallow, { capture: true, once: true });
  // The button is still held after Escape; its click follows the release.
  const ended = () => setTimeout(stop);
  addEventListener("pointerup", ended, { once: true });
  addEventListener("pointerdown", stop, { once: true, capture: true });
}
