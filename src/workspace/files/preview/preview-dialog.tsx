import { mayCloseEditor } from "../../../forms/unsaved-form.ts";
import { driveContents } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";
import { previewKindOf } from "../file-kind.ts";
import { ContentSourceContext } from "./content-source.ts";
import { PreviewContent } from "./preview-content.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { TEXT_MAX_BYTES } from "./save-text.ts";
import { TextEditor } from "./text-editor.tsx";

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

/** The preview of a file of the drive. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { file, files, onShow, onDownload, onClose, editor } = props;
  const download = () => onDownload(file);
  return (
    <PreviewFrame
      file={file}
      files={files}
      onShow={(id) => mayCloseEditor() && onShow(id)}
      onEdit={editor && !editor.isOpen && isEditable(file) ? editor.open : undefined}
      onDownload={download}
      onClose={() => mayCloseEditor() && onClose()}
    >
      {(zoom) =>
        editor?.isOpen && isEditable(file) ? (
          <TextEditor key={file.id} file={file} onCopied={onShow} onClose={editor.close} />
        ) : (
          <ContentSourceContext value={{ ...driveContents, download }}>
            <PreviewContent key={file.id} file={file} zoom={zoom} />
          </ContentSourceContext>
        )
      }
    </PreviewFrame>
  );
}

/** Whether a file may be text and is small enough to edit. */
function isEditable(file: DriveFile): boolean {
  return /text$/.test(previewKindOf(file) ?? "") && (file.size ?? 0) <= TEXT_MAX_BYTES;
}
