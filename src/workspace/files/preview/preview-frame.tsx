import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { isFocusLost } from "../../../ui/focus-recovery.ts";
import type { PreviewFile } from "./content-source.ts";
import { PreviewHeader } from "./preview-header.tsx";
import { useZoom } from "./use-zoom.ts";

interface PreviewFrameProps {
  file: PreviewFile;
  /** The neighboring files, in display order. */
  files: readonly Pick<PreviewFile, "id">[];
  onShow: (id: string) => void;
  /** Undefined when the file cannot be edited. */
  onEdit?: (() => void) | undefined;
  /** Undefined when downloads are not allowed. */
  onDownload: (() => void) | undefined;
  onClose: () => void;
  /** The content at a magnification. */
  children: (zoom: number) => ReactNode;
}

/** The focused dialog around a preview, nearly as large as the screen, that leads to neighbors. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { file, files, onShow, onEdit, onDownload, onClose, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const index = files.findIndex(({ id }) => id === file.id);
  const [before, after] = [files[index - 1], files[index + 1]];
  const { zoom, isPicture, zoomBy, zoomByKey, stage } = useZoom(file);
  // A button disabled by its own click, such as Next at the last file, would swallow the keys.
  useEffect(() => {
    if (isFocusLost() || document.activeElement?.matches(":disabled")) frame.current?.focus();
  });
  const onKeyDown = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if ((target as Element).matches("audio, video, textarea, select")) return;
    if (altKey || ctrlKey || metaKey) return;
    const next = { ArrowLeft: before, ArrowRight: after }[key];
    if (next && zoom === 1) onShow(next.id);
    zoomByKey(key);
  };
  return (
    <Dialog
      label={`Preview: ${file.name}`}
      // Dark in both themes, so that the content is the brightest part.
      className="modal large scheme-dark"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for the buttons in it. */}
      <div
        ref={(element) => {
          element?.setAttribute("autofocus", "");
          frame.current = element;
        }}
        tabIndex={-1}
        data-preview
        className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] outline-none!"
        onKeyDown={onKeyDown}
      >
        <PreviewHeader
          file={file}
          zoom={isPicture ? zoom : null}
          onZoom={zoomBy}
          onEdit={onEdit}
          onPrevious={before && (() => onShow(before.id))}
          onNext={after && (() => onShow(after.id))}
          onDownload={onDownload}
          onClose={onClose}
        />
        <div
          {...stage}
          className="grid min-h-0 place-items-center-safe overflow-auto overscroll-contain bg-ground"
        >
          {children(zoom)}
        </div>
      </div>
    </Dialog>
  );
}
