import { useSyncExternalStore } from "react";

/** Whether the window is at least as wide as Tailwind's `md`. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

const WIDE = "(min-width: 48rem)";

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
