import { useSyncExternalStore } from "react";

/** Whether there is room for the message beside the list (Tailwind's `md`). */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

const query = matchMedia("(min-width: 48rem)");

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
