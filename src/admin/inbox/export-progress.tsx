import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { MessageExport } from "./use-export.ts";

/** How far an export is, or why it ended. */
export function ExportProgress({ state, cancel }: MessageExport) {
  if (state.status === "idle") return null;
  if (state.status === "failed") {
    return (
      <Notice action={<Button onClick={cancel}>Dismiss</Button>}>
        The export failed: {state.message}
      </Notice>
    );
  }
  const { done, total } = state;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border bg-surface px-4 py-1.5 text-note">
      <label className="flex min-w-0 flex-1 basis-48 items-center gap-3 tabular-nums">
        Exporting {formatCount(done)} of {formatCount(total)}
        <progress value={done} max={total} className="h-1 min-w-0 flex-1 accent-accent" />
      </label>
      <Button look="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
