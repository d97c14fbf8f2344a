import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { useEffect } from "react";
import { formatSize } from "../../../lib/file-size.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { useDrivePlace } from "../drive-place.ts";
import type { DriveFile } from "../file.ts";
import { fileQuery, type useShownFiles } from "../files-queries.ts";
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

interface Previewed {
  file: DriveFile | null;
  /** Why the file in the URL cannot be shown; empty when it can, or none is requested. */
  problem: string;
}

/**
 * The file whose preview the URL requests. A file that is not in the current place, for example
 * from a direct link, is fetched, and its folder is opened behind it.
 */
export function usePreviewedFile(
  userId: string,
  address: ReturnType<typeof useDrivePlace>,
  { query, files }: ReturnType<typeof useShownFiles>,
): Previewed {
  const { folderId, previewId, trash, words } = address.place;
  const here = files?.find(({ id }) => id === previewId);
  const notListed = previewId !== null && !here && !query.isFetching;
  const lookup = useQuery({ ...fileQuery(userId, previewId ?? ""), enabled: notListed });
  const found = notListed ? lookup.data : undefined;
  const shownThere = trash || words.trim() !== "" || found?.parent_id !== folderId;
  useEffect(() => {
    if (!found || found.trashed_at) return;
    if (found.is_folder) address.openFolder(found.id, { replace: true });
    else if (shownThere) address.showInFolder(found);
  }, [found, shownThere, address.openFolder, address.showInFolder]);

  if (here) return { file: here.is_folder ? null : here, problem: "" };
  if (found === null) return { file: null, problem: "This file no longer exists." };
  if (found?.trashed_at) return { file: null, problem: "This file is in the trash." };
  return { file: found && !found.is_folder ? found : null, problem: "" };
}
