import type { Portfolio } from "../../content/portfolio.ts";

const OPEN_PALETTE = "foyer-open-palette";

/** Opens the command palette from anywhere in the admin panel. */
export function openPalette(): void {
  dispatchEvent(new Event(OPEN_PALETTE));
}

/** Subscribes to requests to open the palette: by `openPalette` or Ctrl/Cmd-K. */
export function onPaletteRequested(listener: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    listener();
  };
  addEventListener(OPEN_PALETTE, listener);
  addEventListener("keydown", onKey);
  return () => {
    removeEventListener(OPEN_PALETTE, listener);
    removeEventListener("keydown", onKey);
  };
}

/** Applies the values being edited to the stored content. */
export type PreviewChange = (stored: Portfolio) => Portfolio;

const OPEN_PREVIEW = "foyer-open-preview";

/** Opens a preview of the public page with this change applied; without one, as stored. */
export function openPreview(change: PreviewChange = (stored) => stored): void {
  dispatchEvent(new CustomEvent<PreviewChange>(OPEN_PREVIEW, { detail: change }));
}

/** Subscribes to preview requests. */
export function onPreviewRequested(listener: (change: PreviewChange) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<PreviewChange>).detail);
  addEventListener(OPEN_PREVIEW, hear);
  return () => removeEventListener(OPEN_PREVIEW, hear);
}
