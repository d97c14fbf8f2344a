import { type BaseSyntheticEvent, useRef } from "react";

/**
 * Wraps a form's submit handler to ignore calls while an earlier one is running. The button is
 * disabled one render later, too late for a double click or a second Enter.
 */
export function useSubmitOnce<E extends BaseSyntheticEvent, Args extends unknown[]>(
  submit: (event: E | undefined, ...args: Args) => Promise<void>,
): (event?: E, ...args: Args) => Promise<void> {
  const running = useRef(false);
  return async (event, ...args) => {
    event?.preventDefault();
    if (running.current) return;
    running.current = true;
    try {
      await submit(event, ...args);
    } finally {
      running.current = false;
    }
  };
}
