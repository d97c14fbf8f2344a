import { X } from "lucide-react";
import { Button, IconButton } from "../../../ui/button.tsx";
import type { DriveFile } from "../file.ts";
import type { Command } from "../file-actions.ts";

/** The actions for the selection, in place of the toolbar. */
export function SelectionBar({
  files,
  commands,
  onClear,
}: {
  files: readonly DriveFile[];
  commands: readonly Command[];
  onClear: () => void;
}) {
  return (
    <div
      role="toolbar"
      aria-label="Selected files"
      className="flex min-h-10 flex-wrap items-center gap-1 rounded bg-raised"
    >
      <IconButton label="Clear selection" onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
      <p className="me-2 whitespace-nowrap tabular-nums">
        {files.length} <span className="max-sm:sr-only">selected</span>
      </p>
      {commands.map(({ label, Icon, run, dangerous }) => (
        <Button
          key={label}
          look="quiet"
          title={label}
          className={`px-2.5! ${dangerous ? "text-bad!" : ""}`}
          icon={<Icon aria-hidden="true" />}
          onClick={run}
        >
          <span className="max-lg:sr-only">{label}</span>
        </Button>
      ))}
    </div>
  );
}
