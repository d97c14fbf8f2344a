import { lazy, Suspense, useEffect, useState } from "react";
import { onPreviewRequested, type PreviewChange } from "../admin/shell/events.ts";

const PreviewDialog = lazy(async () => ({
  default: (await import("./preview-dialog.tsx")).PreviewDialog,
}));

/** Opens the preview when an admin screen requests it; the public page's code loads only then. */
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
