import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { rangeTo, toggle, useSelection } from "../../ui/selection.ts";
import type { Note } from "./note.ts";
import type { WallSection } from "./wall-order.ts";

/** The menu of a card, opened by its button or at the pointer. */
export interface CardMenu {
  note: Note;
  anchor: HTMLElement;
  at?: { x: number; y: number };
  /** Whether the colors are shown instead of the actions. */
  hasColors?: boolean;
}

/** Milliseconds a finger must rest on a card to select it, and pixels it may move. */
const HOLD_MS = 450;
const SLACK = 10;

/**
 * Selects cards by Ctrl, Shift or a long press, and opens the menu of one.
 * @param view identifies the view; a change clears the selection.
 */
export function useCardSelection(view: string, sections: readonly WallSection[]) {
  const shown = useMemo(
    () => sections.flatMap(({ places }) => places.flatMap(({ note }) => note ?? [])),
    [sections],
  );
  const selecting = useSelection(view, shown);
  const { selection, onSelect } = selecting;
  const [menu, setMenu] = useState<CardMenu | null>(null);
  const latest = useLatest({ selection, onSelect });
  const press = useRef<{ x: number; y: number; timer: number; id: string } | null>(null);
  /** Whether the press has selected a card, so that its click must not open the note. */
  const isHeld = useRef(false);
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  function release() {
    clearTimeout(press.current?.timer);
    press.current = null;
  }

  function hold() {
    if (press.current) {
      isHeld.current = true;
      latest.current.onSelect(toggle(latest.current.selection, press.current.id));
    }
    release();
  }

  const noteAt = (target: EventTarget) => {
    const id = cardAt(target)?.dataset.note;
    return shown.find((note) => note.id === id);
  };

  return {
    ...selecting,
    menu,
    setMenu,
    /** Handlers for the element around the cards. */
    handlers: {
      onPointerDown({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent) {
        release();
        isHeld.current = false;
        const id = cardAt(target)?.dataset.note;
        if (pointerType !== "touch" || !isPrimary || !id) return;
        press.current = { x: clientX, y: clientY, timer: window.setTimeout(hold, HOLD_MS), id };
      },
      onPointerUp: release,
      onPointerCancel: release,
      onMouseDown(event: MouseEvent) {
        // Shift would select the text between the cards.
        if (event.shiftKey && cardAt(event.target)) event.preventDefault();
      },
      onContextMenu(event: MouseEvent) {
        const note = noteAt(event.target);
        const isTouch = press.current !== null || isHeld.current;
        if (!note || (!isTouch && isIn(event.target, "a"))) return;
        event.preventDefault();
        // Some browsers report a long press before the timer ends.
        if (isTouch) return hold();
        const anchor = cardAt(event.target)?.querySelector("button");
        if (anchor) setMenu({ note, anchor, at: { x: event.clientX, y: event.clientY } });
      },
      onClickCapture(event: MouseEvent) {
        const note = noteAt(event.target);
        if (!note || isIn(event.target, "[aria-haspopup]")) return;
        const isLink = isIn(event.target, "a");
        const isModified = (event.ctrlKey || event.metaKey) && !isLink;
        if (isHeld.current) {
          // The press has selected it.
        } else if (event.shiftKey && !isLink) {
          const ids = shown.map(({ id }) => id);
          onSelect(rangeTo(selection, note.id, ids));
        } else if (isModified || selection.ids.size > 0) onSelect(toggle(selection, note.id));
        else return;
        event.preventDefault();
        event.stopPropagation();
        cardAt(event.target)?.querySelector("button")?.focus({ preventScroll: true });
      },
    },
    /** Call when the pointer moves: a finger that scrolls selects nothing. */
    onMove({ clientX, clientY }: PointerEvent) {
      const start = press.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > SLACK) release();
    },
  };
}

const isIn = (target: EventTarget, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

const cardAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-note]") : null;
