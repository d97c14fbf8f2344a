import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { useMemo } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { formatSize } from "../lib/file-size.ts";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ContentSourceContext } from "../workspace/files/preview/content-source.ts";
import { PreviewContent } from "../workspace/files/preview/preview-content.tsx";
import { type ShareKey, sharedContents, toPreviewFile } from "./share-api.ts";

const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

/** A file's content, shown as in the drive. */
export function Stage({ share: { token, pass }, entry }: { share: ShareKey; entry: SharedEntry }) {
  const source = useMemo(() => sharedContents({ token, pass }), [token, pass]);
  return (
    <QueryClientProvider client={client}>
      <ContentSourceContext value={source}>
        <PreviewContent key={entry.id} file={toPreviewFile(entry)} zoom={1} />
      </ContentSourceContext>
    </QueryClientProvider>
  );
}

interface ViewerProps {
  share: ShareKey;
  entry: SharedEntry;
  /** The files beside it, in display order. */
  files: readonly SharedEntry[];
  onShow: (id: string) => void;
  onDownload: ((entry: SharedEntry) => void) | null;
  onClose: () => void;
}

/** The preview of a file in a folder, with navigation to its neighbors. */
export function Viewer({ share, entry, files, onShow, onDownload, onClose }: ViewerProps) {
  const index = files.indexOf(entry);
  const before = files[index - 1];
  const after = files[index + 1];
  return (
    <Dialog
      label={`Preview: ${entry.name}`}
      // Dark whatever the theme: what is shown should be the brightest.
      className="modal h-[calc(100dvh-1.5rem)]! max-h-none! w-[calc(100%-1.5rem)]! scheme-dark max-sm:h-dvh! max-sm:w-full! max-sm:max-w-none max-sm:rounded-none"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for the buttons in it. */}
      <div
        ref={(element) => element?.setAttribute("autofocus", "")}
        tabIndex={-1}
        className="grid h-full grid-rows-[auto_minmax(0,1fr)] outline-none!"
        onKeyDown={(event) => {
          if (event.target instanceof HTMLMediaElement) return;
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const next = { ArrowLeft: before, ArrowRight: after }[event.key];
          if (next) onShow(next.id);
        }}
      >
        <header className="flex items-center gap-1 border-b py-1.5 ps-5 pe-2">
          <div className="min-w-0 flex-1">
            <h2
              dir="auto"
              title={entry.name}
              className="truncate text-start text-body font-semibold"
            >
              {entry.name}
            </h2>
            <p className="text-small text-soft tabular-nums">{formatSize(entry.size)}</p>
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
          {onDownload && (
            <IconButton label="Download" onClick={() => onDownload(entry)}>
              <Download aria-hidden="true" />
            </IconButton>
          )}
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </header>
        <div className="grid min-h-0 place-items-center-safe overflow-auto overscroll-contain bg-ground">
          <Stage share={share} entry={entry} />
        </div>
      </div>
    </Dialog>
  );
}
