import { useEffect, useEffectEvent } from "react";

/**
 * Calls `onDrop` with a file dropped anywhere on the page, which browsers would open by default.
 */
export function useDroppedFile(onDrop: (file: File) => void): void {
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("dragover", (event) => event.preventDefault(), { signal });
    addEventListener(
      "drop",
      (event) => {
        event.preventDefault();
        const [file] = event.dataTransfer?.files ?? [];
        if (file) drop(file);
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
}
