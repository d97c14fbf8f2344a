import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import type { MessageExport } from "./use-export.ts";

/** Progress of an export, or why it ended. */
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
      <div className="grid min-w-0 flex-1 basis-48 gap-1.5 tabular-nums">
        <p>
          Exporting {formatCount(done)} of {formatCount(total)}
        </p>
        <ProgressBar label="Export" value={done} max={total} />
      </div>
      <Button look="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
