import { mayCloseEditor } from "../../../forms/unsaved-form.ts";
import { driveContents } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";
import { previewKindOf } from "../file-kind.ts";
import { ContentSourceContext } from "./content-source.ts";
import { PreviewContent } from "./preview-content.tsx";
import { PreviewFrame, STAGE } from "./preview-frame.tsx";
import { PreviewHeader } from "./preview-header.tsx";
import { TEXT_MAX_BYTES } from "./save-text.ts";
import { TextEditor } from "./text-editor.tsx";
import { useZoom } from "./use-zoom.ts";

interface PreviewDialogProps {
  file: DriveFile;
  /** The neighboring files, in display order. */
  files: readonly DriveFile[];
  onShow: (id: string) => void;
  onDownload: (file: DriveFile) => void;
  onClose: () => void;
  /** Opens and closes the text editor; undefined for files that cannot be edited. */
  editor?: { isOpen: boolean; open: () => void; close: () => void };
}

/** The preview of a file, with navigation to its neighbors. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { file, files, onShow, onDownload, onClose, editor } = props;
  const index = files.findIndex(({ id }) => id === file.id);
  const before = files[index - 1];
  const after = files[index + 1];
  const { zoom, isPicture, zoomBy, zoomByKey, stage } = useZoom(file);
  const show = ({ id }: DriveFile) => mayCloseEditor() && onShow(id);
  const close = () => mayCloseEditor() && onClose();
  return (
    <PreviewFrame
      name={file.name}
      onKey={(key) => {
        const next = { ArrowLeft: before, ArrowRight: after }[key];
        if (next && zoom === 1) show(next);
        zoomByKey(key);
      }}
      onClose={close}
    >
      <PreviewHeader
        file={file}
        zoom={isPicture ? zoom : null}
        onZoom={zoomBy}
        onEdit={editor && !editor.isOpen && isEditable(file) ? editor.open : undefined}
        onPrevious={before && (() => show(before))}
        onNext={after && (() => show(after))}
        onDownload={() => onDownload(file)}
        onClose={close}
      />
      <div {...stage} className={STAGE}>
        {editor?.isOpen && isEditable(file) ? (
          <TextEditor key={file.id} file={file} onCopied={onShow} onClose={editor.close} />
        ) : (
          <ContentSourceContext value={{ ...driveContents, download: () => onDownload(file) }}>
            <PreviewContent key={file.id} file={file} zoom={zoom} />
          </ContentSourceContext>
        )}
      </div>
    </PreviewFrame>
  );
}

/** Whether a file may be text and is small enough to edit. */
function isEditable(file: DriveFile): boolean {
  return /text$/.test(previewKindOf(file) ?? "") && (file.size ?? 0) <= TEXT_MAX_BYTES;
}
