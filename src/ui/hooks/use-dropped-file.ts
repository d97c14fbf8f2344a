import { useEffect, useEffectEvent } from "react";

/** Calls back with a file dropped anywhere on the page, instead of the browser opening it. */
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
