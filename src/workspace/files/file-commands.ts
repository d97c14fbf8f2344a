import {
  Download,
  Eye,
  FileX,
  FolderInput,
  FolderOpen,
  type LucideIcon,
  Pencil,
  Trash2,
  Undo2,
} from "lucide-react";
import type { DriveFile } from "./file.ts";

/** Actions on one or several files. */
export interface FileActions {
  open: (file: DriveFile) => void;
  download: (files: readonly DriveFile[]) => void;
  rename: (file: DriveFile) => void;
  move: (files: readonly DriveFile[]) => void;
  trash: (files: readonly DriveFile[]) => void;
  restore: (files: readonly DriveFile[]) => void;
  /** Deletes permanently, after confirmation. */
  remove: (files: readonly DriveFile[]) => void;
}

export interface Command {
  label: string;
  Icon: LucideIcon;
  run: () => void;
  dangerous?: boolean;
}

/** The commands available for these files, in display order. */
export function commandsFor(
  files: readonly DriveFile[],
  trash: boolean,
  actions: FileActions,
): Command[] {
  const [first] = files;
  if (!first) return [];
  const alone = files.length === 1;
  const remove: Command = {
    label: trash ? "Delete permanently" : "Delete",
    Icon: FileX,
    run: () => actions.remove(files),
    dangerous: true,
  };
  if (trash) {
    return [{ label: "Restore", Icon: Undo2, run: () => actions.restore(files) }, remove];
  }
  return [
    ...(alone ? [openCommand(first, actions)] : []),
    {
      label: alone && !first.is_folder ? "Download" : "Download as zip",
      Icon: Download,
      run: () => actions.download(files),
    },
    ...(alone ? [{ label: "Rename", Icon: Pencil, run: () => actions.rename(first) }] : []),
    { label: "Move to...", Icon: FolderInput, run: () => actions.move(files) },
    { label: "Move to trash", Icon: Trash2, run: () => actions.trash(files) },
    remove,
  ];
}

function openCommand(file: DriveFile, actions: FileActions): Command {
  return {
    label: file.is_folder ? "Open" : "Preview",
    Icon: file.is_folder ? FolderOpen : Eye,
    run: () => actions.open(file),
  };
}
