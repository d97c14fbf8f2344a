import { lazy, Suspense, useEffect, useState } from "react";
import { onPreviewRequested, type PreviewChange } from "../admin/shell/preview-events.ts";

const PreviewDialog = lazy(async () => ({
  default: (await import("./preview-dialog.tsx")).PreviewDialog,
}));

/** Waits until an admin screen asks for a preview; the public page's code comes only then. */
export function PreviewHost() {
  const [change, setChange] = useState<PreviewChange | null>(null);
  useEffect(() => onPreviewRequested((asked) => setChange(() => asked)), []);
  if (!change) return null;
  return (
    <Suspense>
      <PreviewDialog change={change} onClose={() => setChange(null)} />
    </Suspense>
  );
}
