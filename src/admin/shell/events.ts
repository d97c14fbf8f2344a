import { type ComponentType, createContext } from "react";
import type { Portfolio } from "../../content/portfolio.ts";

/** Applies the edited values to the stored content. */
export type PreviewChange = (stored: Portfolio) => Portfolio;

/**
 * Shows the public page with a change applied. The app provides it, because the panel may not import
 * the public page.
 */
export const PagePreviewContext = createContext<
  ComponentType<{ change: PreviewChange; theme?: "dark" | "light" }>
>(() => null);

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
