import { useEffect, useState } from "react";

/** Milliseconds a character takes to be typed. */
export const TYPE_MS = 150;
/** Milliseconds a character takes to be deleted. */
export const DELETE_MS = 75;
/** Milliseconds the complete text stands before it is deleted again. */
export const HOLD_MS = 3000;

/** How far a text is typed. */
export interface Typing {
  /** Characters visible. */
  count: number;
  phase: "typing" | "deleting" | "done";
}

/**
 * The state after the next step and how long to wait before taking it.
 * @param length characters of the whole text.
 * @returns null when nothing follows: the text was typed once, or is empty.
 */
export function nextTyping(
  { count, phase }: Typing,
  length: number,
  loop: boolean,
): { wait: number; state: Typing } | null {
  if (phase === "done" || length === 0) return null;
  if (phase === "typing" && count < length) {
    const complete = count + 1 === length && !loop;
    return { wait: TYPE_MS, state: { count: count + 1, phase: complete ? "done" : "typing" } };
  }
  if (phase === "typing") return { wait: HOLD_MS, state: { count, phase: "deleting" } };
  if (count > 0) return { wait: DELETE_MS, state: { count: count - 1, phase: "deleting" } };
  return { wait: TYPE_MS, state: { count: 1, phase: "typing" } };
}

/**
 * Types a text while `running`; starts over when the text changes.
 * @param length characters of the whole text.
 */
export function useTyping(length: number, options: { loop: boolean; running: boolean }): Typing {
  const { loop, running } = options;
  const [state, setState] = useState<Typing>({ count: 0, phase: "typing" });
  useEffect(() => {
    if (!running) return;
    const next = nextTyping(state, length, loop);
    if (!next) return;
    const timer = setTimeout(() => setState(next.state), next.wait);
    return () => clearTimeout(timer);
  }, [state, length, loop, running]);
  return state;
}
