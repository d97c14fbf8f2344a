import type { Portfolio } from "../../content/portfolio.ts";

/** Puts what is being edited into the content that is stored. */
export type PreviewChange = (stored: Portfolio) => Portfolio;

const OPEN = "foyer-open-preview";

/** Shows the public page as it would look with this change; without one, as it is stored. */
export function openPreview(change: PreviewChange = (stored) => stored): void {
  dispatchEvent(new CustomEvent<PreviewChange>(OPEN, { detail: change }));
}

/** Calls back whenever a preview is asked for. */
export function onPreviewRequested(listener: (change: PreviewChange) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<PreviewChange>).detail);
  addEventListener(OPEN, hear);
  return () => removeEventListener(OPEN, hear);
}
