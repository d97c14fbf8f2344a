import { useEffect, useMemo, useRef, useState } from "react";
import type { Note } from "./note.ts";
import { arrange, isContinued, keepArranged, type WallSection } from "./wall-order.ts";

/** Milliseconds without pointer and focus on the cards before they may move. */
const PAUSE_MS = 2_000;

/**
 * The notes in display order. While the pointer or the focus is on the cards, they keep their
 * positions.
 * @param split whether pinned and archived notes have sections of their own.
 * @param view identifies the view; a change resets the order.
 */
export function useStillWall(notes: readonly Note[], split: boolean, view: string) {
  const [held, setHeld] = useState<{ view: string; sections: WallSection[] } | null>(null);
  const before = held?.view === view ? held.sections : null;
  const sections = useMemo(
    () => (before ? keepArranged(before, notes, split) : arrange(notes, split)),
    [before, notes, split],
  );
  const [order, setOrder] = useState({ version: 0, sections });
  if (!before && order.sections !== sections) {
    const moves = isContinued(order.sections, sections) ? 0 : 1;
    setOrder({ version: order.version + moves, sections });
  }
  const isPointed = useRef(false);
  const isFocused = useRef(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function update(): void {
    clearTimeout(timer.current);
    if (!isPointed.current && !isFocused.current) {
      timer.current = window.setTimeout(() => setHeld(null), PAUSE_MS);
    } else if (!before) setHeld({ view, sections });
  }
  const set = (flag: typeof isPointed, value: boolean) => () => {
    flag.current = value;
    update();
  };
  return {
    sections,
    /** Changes whenever cards may be at other positions. */
    order: order.version,
    /** Handlers for the element around the cards. */
    watch: {
      onPointerMove: set(isPointed, true),
      onPointerLeave: set(isPointed, false),
      onFocus: set(isFocused, true),
      onBlur: set(isFocused, false),
    },
  };
}
