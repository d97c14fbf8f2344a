import { useCallback, useSyncExternalStore } from "react";

/**
 * Number of tiles per row, by window width.
 * @param fewest columns in the narrowest window.
 * @param steps widths in rem from which there is one more column; must be the same array in every
 * render.
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
