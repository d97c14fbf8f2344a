import { ChevronLeft, ChevronRight, Download, Pencil, X, ZoomIn, ZoomOut } from "lucide-react";
import { formatSize } from "../../../lib/file-size.ts";
import { IconButton } from "../../../ui/button.tsx";
import type { PreviewFile } from "./content-source.ts";
import { MOST_ZOOM } from "./use-zoom.ts";

interface PreviewHeaderProps {
  file: Pick<PreviewFile, "name" | "size">;
  /** Magnification; null for previews without zoom. */
  zoom: number | null;
  onZoom: (factor: number) => void;
  /** Undefined when the file cannot be edited. */
  onEdit: (() => void) | undefined;
  /** Undefined at the first or last file. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Undefined when downloads are not allowed. */
  onDownload: (() => void) | undefined;
  onClose: () => void;
}

/** The file's name and size, with the actions on it. */
export function PreviewHeader(props: PreviewHeaderProps) {
  const { file, zoom, onZoom, onEdit, onPrevious, onNext, onDownload, onClose } = props;
  return (
    <header className="flex items-center gap-1 border-b py-1.5 ps-5 pe-2">
      <div className="min-w-0 flex-1">
        <h2 dir="auto" title={file.name} className="truncate text-start text-body font-semibold">
          {file.name}
        </h2>
        <p className="text-small text-soft tabular-nums">{formatSize(file.size)}</p>
      </div>
      {zoom !== null && <ZoomButtons zoom={zoom} onZoom={onZoom} />}
      {onEdit && <IconButton label="Edit" icon={Pencil} onClick={onEdit} />}
      <IconButton label="Previous" icon={ChevronLeft} disabled={!onPrevious} onClick={onPrevious} />
      <IconButton label="Next" icon={ChevronRight} disabled={!onNext} onClick={onNext} />
      {onDownload && <IconButton label="Download" icon={Download} onClick={onDownload} />}
      <IconButton label="Close" icon={X} onClick={onClose} />
    </header>
  );
}

export function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (factor: number) => void }) {
  return (
    <>
      <IconButton
        label="Zoom out"
        icon={ZoomOut}
        disabled={zoom === 1}
        onClick={() => onZoom(0.5)}
      />
      <IconButton
        label="Zoom in"
        icon={ZoomIn}
        disabled={zoom === MOST_ZOOM}
        onClick={() => onZoom(2)}
      />
    </>
  );
}
