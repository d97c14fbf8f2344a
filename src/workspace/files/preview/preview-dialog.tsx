import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { formatSize } from "../../../lib/file-size.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { DriveFile } from "../file.ts";
import { PreviewContent } from "./preview-content.tsx";

interface PreviewDialogProps {
  file: DriveFile;
  /** The neighboring files, in display order. */
  files: readonly DriveFile[];
  onShow: (id: string) => void;
  onDownload: (file: DriveFile) => void;
  onClose: () => void;
}

/** The preview of a file, with navigation to its neighbors. */
export function PreviewDialog({ file, files, onShow, onDownload, onClose }: PreviewDialogProps) {
  const index = files.findIndex(({ id }) => id === file.id);
  const before = files[index - 1];
  const after = files[index + 1];
  return (
    <Dialog
      label={`Preview: ${file.name}`}
      className="modal h-[calc(100dvh-2rem)]! max-h-none! max-w-6xl"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for the buttons in it. */}
      <div
        className="grid h-full grid-rows-[auto_minmax(0,1fr)]"
        onKeyDown={(event) => {
          if (event.target instanceof HTMLMediaElement || event.altKey) return;
          const next = { ArrowLeft: before, ArrowRight: after }[event.key];
          if (next) onShow(next.id);
        }}
      >
        <header className="flex items-center gap-1 border-b py-1.5 ps-5 pe-2">
          <div className="min-w-0 flex-1">
            <h2
              dir="auto"
              title={file.name}
              className="truncate text-start text-body font-semibold"
            >
              {file.name}
            </h2>
            <p className="text-small text-soft tabular-nums">{formatSize(file.size)}</p>
          </div>
          <IconButton
            label="Previous"
            disabled={!before}
            onClick={() => before && onShow(before.id)}
          >
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton label="Next" disabled={!after} onClick={() => after && onShow(after.id)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
          <IconButton label="Download" onClick={() => onDownload(file)}>
            <Download aria-hidden="true" />
          </IconButton>
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </header>
        <div className="grid min-h-0 place-items-center overflow-auto overscroll-contain bg-ground">
          <PreviewContent key={file.id} file={file} />
        </div>
      </div>
    </Dialog>
  );
}
