import type { DriveFile } from "./file.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { LinksDialog } from "./sharing/links-dialog.tsx";
import { ShareDialog } from "./sharing/share-dialog.tsx";
import type { DriveWrites } from "./use-drive-writes.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

export type OpenFileDialog =
  | { kind: "share"; file: DriveFile }
  | { kind: "links" }
  | { kind: "versions"; file: DriveFile }
  | { kind: "move"; files: readonly DriveFile[] };

interface FileDialogsProps {
  dialog: OpenFileDialog;
  userId: string;
  writes: DriveWrites;
  onClose: () => void;
}

/** The drive's dialogs that are loaded lazily. */
export function FileDialogs({ dialog, userId, writes, onClose }: FileDialogsProps) {
  switch (dialog.kind) {
    case "move":
      return (
        <MoveDialog
          userId={userId}
          files={dialog.files}
          onCreate={writes.create}
          onMove={(target) => writes.moveTo(dialog.files, target)}
          onClose={onClose}
        />
      );
    case "links":
      return <LinksDialog userId={userId} onClose={onClose} />;
    case "share":
      return <ShareDialog userId={userId} file={dialog.file} onClose={onClose} />;
    case "versions":
      return <VersionsDialog userId={userId} file={dialog.file} onClose={onClose} />;
  }
}
