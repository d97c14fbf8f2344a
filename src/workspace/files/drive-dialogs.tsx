import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { DriveFile } from "./file.ts";
import type { OpenFileDialog } from "./file-dialogs.tsx";
import { NameModal, NewFolderModal } from "./name-modal.tsx";
import type { DriveWrites } from "./use-drive-writes.ts";

export type OpenDialog = { kind: "folder" } | { kind: "rename"; file: DriveFile } | OpenFileDialog;

interface DriveDialogsProps {
  dialog: OpenDialog;
  userId: string;
  folderId: string | null;
  writes: DriveWrites;
  /** Opens the editor of a text file. */
  onEdit: (id: string) => void;
  onClose: () => void;
}

/** The open dialog. Dialogs for names are not lazy, because the name is typed at once. */
export function DriveDialogs(props: DriveDialogsProps) {
  const { dialog, folderId, writes, onClose } = props;
  if (dialog.kind === "folder") {
    return <NewFolderModal parentId={folderId} onCreate={writes.create} onClose={onClose} />;
  }
  if (dialog.kind !== "rename") {
    return <fileDialogs.Component {...props} dialog={dialog} />;
  }
  const { file } = dialog;
  const initial = file.storedName ?? file.name;
  return (
    <NameModal
      title="Rename"
      label={file.is_folder ? "Folder Name" : "File Name"}
      what={file.is_folder ? "Folder" : "File"}
      initial={initial}
      submitLabel="Rename"
      pendingLabel="Renaming..."
      onSubmit={async (name) => name === initial || writes.rename({ id: file.id, name })}
      onClose={onClose}
    />
  );
}

export const fileDialogs = lazyDialog(async () => (await import("./file-dialogs.tsx")).FileDialogs);
