import { lazy, Suspense, useEffect, useState } from "react";
import {
  onPreviewRequested,
  PagePreviewContext,
  type PreviewChange,
} from "../admin/shell/events.ts";
import { PaletteHost } from "../ui/palette/palette-host.tsx";
import { SignedInArea } from "./signed-in-area.tsx";

/** The owner's session and query client around every admin screen. */
export function AdminArea() {
  return (
    <PagePreviewContext value={PagePreview}>
      <SignedInArea
        area="admin"
        extras={
          <>
            <PreviewHost />
            <PaletteHost load={loadPalette} />
          </>
        }
      />
    </PagePreviewContext>
  );
}

const loadPalette = () =>
  import("../admin/palette/admin-palette.tsx").then(({ AdminPalette }) => AdminPalette);

const PagePreview = lazy(async () => ({
  default: (await import("./page-preview.tsx")).PagePreview,
}));

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
