import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import {
  onPaletteRequested,
  onPreviewRequested,
  type PreviewChange,
} from "../admin/shell/events.ts";
import { showAlert } from "../ui/browser-dialogs.ts";
import { SignedInArea } from "./signed-in-area.tsx";

/** The owner's session and query client around every admin screen. */
export function AdminArea() {
  return (
    <SignedInArea
      area="admin"
      extras={
        <>
          <PreviewHost />
          <PaletteHost />
        </>
      }
    />
  );
}

/** Opens the command palette over the current screen; its code loads at the first request. */
function PaletteHost() {
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

const PreviewDialog = lazy(async () => ({
  default: (await import("./preview-dialog.tsx")).PreviewDialog,
}));

/** Opens the preview when an admin screen requests it; the public page's code loads only then. */
function PreviewHost() {
  const [change, setChange] = useState<PreviewChange | null>(null);
  useEffect(() => onPreviewRequested((asked) => setChange(() => asked)), []);
  if (!change) return null;
  return (
    <Suspense>
      <PreviewDialog change={change} onClose={() => setChange(null)} />
    </Suspense>
  );
}
