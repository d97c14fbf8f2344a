import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { ContentSourceContext } from "../workspace/files/preview/content-source.ts";
import { PreviewContent } from "../workspace/files/preview/preview-content.tsx";
import { PreviewFrame, STAGE } from "../workspace/files/preview/preview-frame.tsx";
import { PreviewHeader } from "../workspace/files/preview/preview-header.tsx";
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
    <PreviewFrame
      name={entry.name}
      onKey={(key) => {
        const next = { ArrowLeft: before, ArrowRight: after }[key];
        if (next) onShow(next.id);
      }}
      onClose={onClose}
    >
      <PreviewHeader
        file={entry}
        onPrevious={before && (() => onShow(before.id))}
        onNext={after && (() => onShow(after.id))}
        onDownload={onDownload ? () => onDownload(entry) : undefined}
        onClose={onClose}
      />
      <div className={STAGE}>
        <Stage share={share} entry={entry} />
      </div>
    </PreviewFrame>
  );
}
