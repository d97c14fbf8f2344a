import type { DriveFile } from "./file.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { NameModal, NewFolderModal } from "./name-modal.tsx";
import { LinksDialog } from "./sharing/links-dialog.tsx";
import { ShareDialog } from "./sharing/share-dialog.tsx";
import type { DriveWrites } from "./use-drive-writes.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

export type OpenDialog =
  | { kind: "folder" }
  | { kind: "rename"; file: DriveFile }
  | { kind: "share"; file: DriveFile }
  | { kind: "links" }
  | { kind: "versions"; file: DriveFile }
  | { kind: "move"; files: readonly DriveFile[] };

interface DriveDialogsProps {
  dialog: OpenDialog;
  userId: string;
  folderId: string | null;
  writes: DriveWrites;
  onClose: () => void;
}

export function DriveDialogs({ dialog, userId, folderId, writes, onClose }: DriveDialogsProps) {
  if (dialog.kind === "move") {
    return (
      <MoveDialog
        userId={userId}
        files={dialog.files}
        onCreate={writes.create}
        onMove={(target) => writes.moveTo(dialog.files, target)}
        onClose={onClose}
      />
    );
  }
  if (dialog.kind === "links") return <LinksDialog userId={userId} onClose={onClose} />;
  if (dialog.kind === "share") {
    return <ShareDialog userId={userId} file={dialog.file} onClose={onClose} />;
  }
  if (dialog.kind === "versions") {
    return <VersionsDialog userId={userId} file={dialog.file} onClose={onClose} />;
  }
  if (dialog.kind === "rename") {
    const { file } = dialog;
    return (
      <NameModal
        title="Rename"
        label={file.is_folder ? "Folder Name" : "File Name"}
        what={file.is_folder ? "Folder" : "File"}
        initial={file.name}
        submitLabel="Rename"
        pendingLabel="Renaming..."
        onSubmit={(name) => writes.rename({ id: file.id, name })}
        onClose={onClose}
      />
    );
  }
  return <NewFolderModal parentId={folderId} onCreate={writes.create} onClose={onClose} />;
}
