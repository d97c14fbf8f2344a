import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newId } from "../../lib/new-id.ts";
import { quotedName } from "../../lib/shown-name.ts";
import { offerUndo } from "../../ui/toasts/undo-toast.ts";
import { copyFiles } from "./copy-files.ts";
import { type DriveFile, titleOf } from "./file.ts";
import { fileJobs } from "./file-jobs.ts";
import type { Crumb } from "./folder-tree.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { NameModal } from "./name-modal.tsx";
import { createText } from "./preview/save-text.ts";
import { LinksDialog } from "./sharing/links-dialog.tsx";
import { ShareDialog } from "./sharing/share-dialog.tsx";
import { CHANGES_FILES, type DriveWrites } from "./use-drive-writes.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

export type OpenFileDialog =
  | { kind: "share"; file: DriveFile }
  | { kind: "links" | "text" }
  | { kind: "versions"; file: DriveFile }
  | { kind: "move" | "copy"; files: readonly DriveFile[] };

interface FileDialogsProps {
  dialog: OpenFileDialog;
  userId: string;
  /** The open folder; null is the root. */
  folderId: string | null;
  writes: DriveWrites;
  /** Opens the editor of a text file. */
  onEdit: (id: string) => void;
  onClose: () => void;
}

/** The drive's dialogs that are loaded lazily. */
export function FileDialogs(props: FileDialogsProps) {
  const { dialog, userId, writes, onClose } = props;
  switch (dialog.kind) {
    case "move":
      return (
        <MoveDialog
          userId={userId}
          files={dialog.files}
          onCreate={writes.create}
          onChoose={(target) => writes.moveTo(dialog.files, target)}
          onClose={onClose}
        />
      );
    case "copy":
      return <CopyDialog {...props} files={dialog.files} />;
    case "text":
      return <NewTextModal {...props} />;
    case "links":
      return <LinksDialog userId={userId} onClose={onClose} />;
    case "share":
      return <ShareDialog userId={userId} file={dialog.file} onClose={onClose} />;
    case "versions":
      return <VersionsDialog userId={userId} file={dialog.file} onClose={onClose} />;
  }
}

/** The dialog for copying files to a folder, with Undo. */
function CopyDialog(props: FileDialogsProps & { files: readonly DriveFile[] }) {
  const { userId, files, writes, onClose } = props;
  const title = titleOf(files);
  const copying = useMutation({
    meta: CHANGES_FILES,
    onMutate: writes.dismiss,
    mutationFn: ({ id, name }: Crumb) =>
      fileJobs.start("copy", title, async (options) => {
        const chosen = files.map((file) => file.id);
        const ids = await copyFiles(userId, chosen, id, options);
        offerUndo(`Copied ${title} to ${quotedName(name)}.`, () => writes.trash({ ids, title }));
        return "";
      }),
  });
  return (
    <MoveDialog
      userId={userId}
      files={files}
      copies
      onCreate={writes.create}
      onChoose={copying.mutate}
      onClose={onClose}
    />
  );
}

function NewTextModal({ userId, folderId, onEdit, onClose }: FileDialogsProps) {
  // As for a new folder, a retry uses the same id.
  const [id] = useState(newId);
  const creating = useMutation({
    meta: CHANGES_FILES,
    mutationFn: (name: string) => createText(userId, { id, parentId: folderId, name: name.trim() }),
  });
  return (
    <NameModal
      title="New text file"
      label="File Name"
      what="File"
      initial="Untitled.txt"
      submitLabel="Create"
      pendingLabel="Creating..."
      onSubmit={async (name) => {
        await creating.mutateAsync(name);
        onEdit(id);
      }}
      onClose={onClose}
    />
  );
}
