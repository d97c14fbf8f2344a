import { useState } from "react";
import { newId } from "../../lib/new-id.ts";
import type { DriveFile } from "./file.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { NameModal } from "./name-modal.tsx";
import type { DriveWrites } from "./use-drive-writes.ts";

export type OpenDialog =
  | { kind: "folder" }
  | { kind: "rename"; file: DriveFile }
  | { kind: "move"; files: readonly DriveFile[] };

interface DriveDialogsProps {
  dialog: OpenDialog;
  userId: string;
  folderId: string | null;
  writes: DriveWrites;
  onClose: () => void;
}

export function DriveDialogs({ dialog, userId, folderId, writes, onClose }: DriveDialogsProps) {
  // The same for every attempt, so that a lost response does not create a second folder.
  const [id] = useState(newId);
  if (dialog.kind === "move") {
    return (
      <MoveDialog
        userId={userId}
        files={dialog.files}
        onMove={(target) => writes.moveTo(dialog.files, target)}
        onClose={onClose}
      />
    );
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
  return (
    <NameModal
      title="Create New Folder"
      label="Folder Name"
      what="Folder"
      submitLabel="Create"
      pendingLabel="Creating..."
      onSubmit={(name) => writes.create({ id, parentId: folderId, name: name.trim() })}
      onClose={onClose}
    />
  );
}
