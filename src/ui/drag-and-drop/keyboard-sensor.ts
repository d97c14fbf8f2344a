import { ITEM, itemOf, itemsOf, type Target } from "./board-elements.ts";
import type { DragSession } from "./drag-session.ts";

const sideways: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

interface KeyboardCalls {
  session: () => DragSession | null;
  /** @returns whether the card may be moved now. */
  lift: (item: HTMLElement) => boolean;
  choose: (target: Target) => void;
  drop: () => void;
  cancel: () => void;
}

/**
 * Space lifts the card that has the focus, the arrows, Home and End choose its place, Space or Enter
 * puts it down, Escape or leaving it puts it back. Returns the way to stop listening.
 */
export function listenToKeys(
  root: HTMLElement,
  lists: () => readonly string[],
  calls: KeyboardCalls,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let held: string | null = null;
  root.addEventListener("keydown", onDown, { signal });
  // Firefox clicks a button when Space is let go, whatever became of the key press.
  root.addEventListener("keyup", (event) => event.key === " " && onSpaceUp(event), { signal });
  root.addEventListener("focusout", onLeave, { signal });
  addEventListener("pointerdown", giveUp, { signal, capture: true });
  return () => {
    giveUp();
    listening.abort();
  };

  function onDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const session = calls.session();
    if (held === null) {
      const item = event.key === " " && !event.repeat ? itemOf(event.target) : null;
      if (!item || session) return;
      event.preventDefault();
      if (calls.lift(item)) held = item.getAttribute(ITEM);
      return;
    }
    if (!session?.target) return giveUp();
    // While a card is held, every key is about it.
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && (event.key === " " || event.key === "Enter")) return;
    if (event.key === " " || event.key === "Enter") {
      held = null;
      calls.drop();
    } else if (event.key === "Escape" || event.key === "Tab") giveUp();
    else {
      const next = neighbour(event.key, session.target, session.id);
      if (next) calls.choose(next);
    }
  }

  function neighbour(key: string, { list, index }: Target, id: string): Target | null {
    const last = itemsOf(root, list, id).length;
    if (key === "ArrowUp") return index > 0 ? { list, index: index - 1 } : null;
    if (key === "ArrowDown") return index < last ? { list, index: index + 1 } : null;
    if (key === "Home") return { list, index: 0 };
    if (key === "End") return { list, index: last };
    const step = sideways[key];
    const other = step && lists()[lists().indexOf(list) + step];
    if (!other) return null;
    return { list: other, index: Math.min(index, itemsOf(root, other, id).length) };
  }

  function onSpaceUp(event: KeyboardEvent) {
    if (itemOf(event.target)) event.preventDefault();
  }

  function onLeave(event: FocusEvent) {
    const item = itemOf(event.target);
    if (held !== null && item?.getAttribute(ITEM) === held) giveUp();
  }

  function giveUp() {
    if (held === null) return;
    held = null;
    calls.cancel();
  }
}
