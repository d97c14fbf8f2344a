import { useSyncExternalStore } from "react";

/** How many tiles stand beside each other: 2 to 6, by the screen's width. */
export function useColumns(): number {
  return useSyncExternalStore(
    subscribe,
    () => 2 + STEPS.filter((width) => matchMedia(atLeast(width)).matches).length,
  );
}

/** From these widths on, in rem, there is one more. */
const STEPS = [40, 72, 88, 104];

const atLeast = (width: number) => `(min-width: ${width}rem)`;

function subscribe(listener: () => void): () => void {
  const queries = STEPS.map((width) => matchMedia(atLeast(width)));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}
