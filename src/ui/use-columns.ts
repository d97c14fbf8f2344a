import { useCallback, useSyncExternalStore } from "react";

/**
 * How many tiles stand beside each other, by the screen's width.
 * @param fewest on the narrowest screen.
 * @param steps from these widths on, in rem, there is one more; the same array in every render.
 */
export function useColumns(fewest: number, steps: readonly number[]): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const queries = steps.map((width) => matchMedia(atLeast(width)));
      for (const query of queries) query.addEventListener("change", listener);
      return () => {
        for (const query of queries) query.removeEventListener("change", listener);
      };
    },
    [steps],
  );
  return useSyncExternalStore(
    subscribe,
    () => fewest + steps.filter((width) => matchMedia(atLeast(width)).matches).length,
  );
}

const atLeast = (width: number) => `(min-width: ${width}rem)`;
