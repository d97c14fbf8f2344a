import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { ContentSourceContext } from "../workspace/files/preview/content-source.ts";
import { PreviewContent } from "../workspace/files/preview/preview-content.tsx";
import { PreviewFrame } from "../workspace/files/preview/preview-frame.tsx";
import { ZoomButtons } from "../workspace/files/preview/preview-header.tsx";
import { useZoom } from "../workspace/files/preview/use-zoom.ts";
import { type ShareKey, sharedContents, toPreviewFile } from "./share-api.ts";

const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

interface Shown {
  share: ShareKey;
  entry: SharedEntry;
  /** Null when downloads are not allowed. */
  onDownload: ((entry: SharedEntry) => void) | null;
}

/** A shared file on its page. */
export function SingleFile({ share, entry, onDownload }: Shown) {
  const { zoom, isPicture, zoomBy, stage } = useZoom(toPreviewFile(entry));
  return (
    <div className="relative">
      <div
        {...stage}
        className="grid h-[70dvh] place-items-center-safe overflow-auto rounded border bg-surface"
      >
        <Content share={share} entry={entry} onDownload={onDownload} zoom={zoom} />
      </div>
      {isPicture && (
        <div className="absolute end-4 top-2 flex rounded bg-surface/85">
          <ZoomButtons zoom={zoom} onZoom={zoomBy} />
        </div>
      )}
    </div>
  );
}

interface ViewerProps extends Shown {
  /** The files in the same folder, in display order. */
  files: readonly SharedEntry[];
  onShow: (id: string) => void;
  onClose: () => void;
}

/** The preview of a file in a folder, with navigation to its neighbors. */
export function Viewer({ share, entry, files, onShow, onDownload, onClose }: ViewerProps) {
  return (
    <PreviewFrame
      file={toPreviewFile(entry)}
      files={files}
      onShow={onShow}
      onDownload={onDownload ? () => onDownload(entry) : undefined}
      onClose={onClose}
    >
      {(zoom) => <Content share={share} entry={entry} onDownload={onDownload} zoom={zoom} />}
    </PreviewFrame>
  );
}

/** A file's content, shown as in the drive. */
function Content({ share: { token, pass }, entry, onDownload, zoom }: Shown & { zoom: number }) {
  const source = useMemo(() => sharedContents({ token, pass }), [token, pass]);
  return (
    <QueryClientProvider client={client}>
      <ContentSourceContext
        value={{ ...source, download: onDownload ? () => onDownload(entry) : undefined }}
      >
        <PreviewContent key={entry.id} file={toPreviewFile(entry)} zoom={zoom} />
      </ContentSourceContext>
    </QueryClientProvider>
  );
}
