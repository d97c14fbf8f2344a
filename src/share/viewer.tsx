import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useEffect, useMemo, useState } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { previewKindOf } from "../workspace/files/file-kind.ts";
import { ContentSourceContext } from "../workspace/files/preview/content-source.ts";
import { PreviewContent } from "../workspace/files/preview/preview-content.tsx";
import { PreviewFrame } from "../workspace/files/preview/preview-frame.tsx";
import { ZoomButtons } from "../workspace/files/preview/preview-header.tsx";
import { useZoom } from "../workspace/files/preview/use-zoom.ts";
import { type ShareKey, sharedContents, toPreviewFile } from "./share-api.ts";
import { type LoadThumbnail, useSharedThumbnail } from "./shared-thumbnails.ts";

const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });

interface Shown {
  share: ShareKey;
  entry: SharedEntry;
  loadThumbnail: LoadThumbnail;
  /** Null when downloads are not allowed. */
  onDownload: ((entry: SharedEntry) => void) | null;
}

/** A shared file on its page. */
export function SingleFile(props: Shown) {
  const { zoom, isPicture, zoomBy, stage } = useZoom(toPreviewFile(props.entry));
  return (
    <div className="relative">
      <div
        {...stage}
        className="grid h-[70dvh] place-items-center-safe overflow-auto rounded border bg-surface"
      >
        <Content {...props} zoom={zoom} />
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
export function Viewer({ files, onShow, onClose, ...shown }: ViewerProps) {
  const { entry, onDownload } = shown;
  return (
    <PreviewFrame
      file={toPreviewFile(entry)}
      files={files}
      onShow={onShow}
      onDownload={onDownload ? () => onDownload(entry) : undefined}
      onClose={onClose}
    >
      {(zoom) => <Content {...shown} zoom={zoom} />}
    </PreviewFrame>
  );
}

/** A file's content, shown as in the drive; a picture after its thumbnail. */
function Content({ share, entry, loadThumbnail, onDownload, zoom }: Shown & { zoom: number }) {
  const source = useMemo(() => sharedContents(share), [share]);
  const file = toPreviewFile(entry);
  const content = <PreviewContent key={entry.id} file={file} zoom={zoom} />;
  const hasStages = entry.hasThumbnail && previewKindOf(file) === "image";
  return (
    <QueryClientProvider client={client}>
      <ContentSourceContext
        value={{ ...source, download: onDownload ? () => onDownload(entry) : undefined }}
      >
        {hasStages ? (
          <Stages key={entry.id} entry={entry} loadThumbnail={loadThumbnail} zoom={zoom}>
            {content}
          </Stages>
        ) : (
          content
        )}
      </ContentSourceContext>
    </QueryClientProvider>
  );
}

/** Milliseconds after which the original of a shown picture is loaded; paging through takes less. */
const REST_MS = 500;

interface StagesProps extends Pick<Shown, "entry" | "loadThumbnail"> {
  zoom: number;
  children: ReactNode;
}

/** A picture's thumbnail until its original is loaded, once the visitor stays at it or zooms in. */
function Stages({ entry, loadThumbnail, zoom, children }: StagesProps) {
  const [thumbnail] = useSharedThumbnail(loadThumbnail, entry);
  const [isWanted, setWanted] = useState(false);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), zoom > 1 ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [zoom]);
  const settle = ({ target }: SyntheticEvent) => {
    if (!(target as HTMLElement).hasAttribute("data-thumbnail")) setSettled(true);
  };
  return (
    <div
      // Its size does not depend on its pictures, which fit into it.
      className="grid size-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center-safe [contain:size] *:col-start-1 *:row-start-1"
      onLoadCapture={settle}
      onErrorCapture={settle}
    >
      {thumbnail && !isSettled && (
        <img
          src={thumbnail}
          data-thumbnail
          alt={isWanted ? "" : entry.name}
          className="size-full min-h-0 object-contain"
        />
      )}
      {isWanted && children}
    </div>
  );
}
