import { type ComponentType, useEffect, useLayoutEffect, useState } from "react";
import { onPaletteRequested } from "../admin/shell/events.ts";
import { showAlert } from "../ui/browser-dialogs.ts";

/** Opens the command palette over the current screen; its code loads at the first request. */
export function PaletteHost() {
  const [open, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  // Before the screen is painted: its shortcut may be pressed as soon as the screen is seen.
  useLayoutEffect(() => onPaletteRequested(() => setOpen((open) => !open)), []);
  useEffect(() => {
    if (!open || Palette) return;
    // Not React.lazy: a failure there would replace the screen and lose what was typed.
    import("../admin/palette/command-palette.tsx").then(
      ({ CommandPalette }) => setPalette(() => CommandPalette),
      () => {
        setOpen(false);
        showAlert("The search could not be loaded. Check your connection and try again.");
      },
    );
  }, [open, Palette]);
  return open && Palette && <Palette onClose={() => setOpen(false)} />;
}
