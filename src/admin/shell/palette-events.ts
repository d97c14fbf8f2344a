const OPEN = "foyer-open-palette";

/** Opens the command palette from anywhere in the admin panel. */
export function openPalette(): void {
  dispatchEvent(new Event(OPEN));
}

/** Subscribes to requests to open the palette: by `openPalette` or Ctrl/Cmd-K. */
export function onPaletteRequested(listener: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    listener();
  };
  addEventListener(OPEN, listener);
  addEventListener("keydown", onKey);
  return () => {
    removeEventListener(OPEN, listener);
    removeEventListener("keydown", onKey);
  };
}
