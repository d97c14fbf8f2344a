import { type ComponentType, useEffect, useLayoutEffect, useState } from "react";
import { showAlert } from "../browser-dialogs.ts";

const OPEN_PALETTE = "foyer-open-palette";

/** Opens the command palette of the current area from anywhere in it. */
export function openPalette(): void {
  dispatchEvent(new Event(OPEN_PALETTE));
}

/** An area's command palette; `onClose` unmounts it. */
export type Palette = ComponentType<{ onClose: () => void }>;

/**
 * Shows the palette over the current screen, by `openPalette` or Ctrl/Cmd-K.
 * @param load its code, loaded at the first request; the same function at each render.
 */
export function PaletteHost({ load }: { load: () => Promise<Palette> }) {
  const [open, setOpen] = useState(false);
  const [Palette, setPalette] = useState<Palette | null>(null);
  // Before the screen is painted: its shortcut may be pressed as soon as the screen is seen.
  useLayoutEffect(() => onPaletteRequested(() => setOpen((open) => !open)), []);
  useEffect(() => {
    if (!open || Palette) return;
    // Not React.lazy: a failure there would replace the screen and lose what was typed.
    load().then(
      (loaded) => setPalette(() => loaded),
      () => {
        setOpen(false);
        showAlert("The search could not be loaded. Check your connection and try again.");
      },
    );
  }, [open, Palette, load]);
  return open && Palette && <Palette onClose={() => setOpen(false)} />;
}

function onPaletteRequested(listener: () => void): () => void {
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
