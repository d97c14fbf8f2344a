import { findList, idOf, itemOf } from "./board-elements.ts";
import { cardsOf, type Place } from "./card-lists.ts";
import type { Board, DragSession } from "./drag-session.ts";

const sideways: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

interface KeyboardCalls {
  session: () => DragSession | null;
  /** @returns whether the card can be moved now. */
  lift: (item: HTMLElement) => boolean;
  choose: (target: Place) => void;
  drop: () => void;
  cancel: () => void;
}

/**
 * Space lifts the focused card, the arrow keys, Home and End choose its position, Space or Enter
 * drops it, Escape or blur cancels. Returns a function that stops listening.
 */
export function listenToKeys({ root, lists }: Board, calls: KeyboardCalls): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let held: string | null = null;
  root.addEventListener("keydown", onDown, { signal });
  // Firefox clicks a button on Space keyup, even if the keydown was prevented.
  root.addEventListener("keyup", (event) => event.key === " " && onSpaceUp(event), { signal });
  root.addEventListener("focusout", onLeave, { signal });
  addEventListener("pointerdown", giveUp, { signal, capture: true });
  return () => {
    giveUp();
    listening.abort();
  };

  function onDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (held === null) lift(event);
    else move(event);
  }

  function lift(event: KeyboardEvent) {
    const item = event.key === " " && !event.repeat ? itemOf(event.target) : null;
    if (!item || calls.session()) return;
    event.preventDefault();
    if (calls.lift(item)) held = idOf(item);
  }

  function move(event: KeyboardEvent) {
    const { id, target } = calls.session() ?? {};
    if (id === undefined || !target) return giveUp();
    // While a card is held, every key is handled here.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === " " || event.key === "Enter") {
      if (event.repeat) return;
      held = null;
      calls.drop();
    } else if (event.key === "Escape" || event.key === "Tab") giveUp();
    else {
      const next = neighbor(event.key, target, id);
      if (next) calls.choose(next);
    }
  }

  function neighbor(key: string, { list, index }: Place, id: string): Place | null {
    const count = (one: string) => cardsOf(lists(), one, id).length;
    const step = sideways[key];
    if (step) {
      const ids = lists().map((one) => one.id);
      const other = ids[ids.indexOf(list) + step];
      if (other === undefined) return null;
      const end = count(other);
      return { list: other, index: findList(root, other) ? Math.min(index, end) : end };
    }
    // A list that shows only its tab accepts a card only at its end.
    if (!findList(root, list)) return null;
    const last = count(list);
    if (key === "ArrowUp") return index > 0 ? { list, index: index - 1 } : null;
    if (key === "ArrowDown") return index < last ? { list, index: index + 1 } : null;
    if (key === "Home") return { list, index: 0 };
    if (key === "End") return { list, index: last };
    return null;
  }

  function onSpaceUp(event: KeyboardEvent) {
    if (itemOf(event.target)) event.preventDefault();
  }

  function onLeave(event: FocusEvent) {
    const item = itemOf(event.target);
    if (held !== null && item && idOf(item) === held) giveUp();
  }

  function giveUp() {
    if (held === null) return;
    held = null;
    calls.cancel();
  }
}
