import {
  Copy,
  Download,
  Eye,
  FileX,
  FolderInput,
  FolderOpen,
  History,
  type LucideIcon,
  Pencil,
  Share2,
  Star,
  StarOff,
  Trash2,
  Undo2,
} from "lucide-react";
import { createElement, type DragEvent, useMemo } from "react";
import { saveFromUrl } from "../../lib/save-file.ts";
import type { MenuGroups } from "../../ui/action-menu.tsx";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { nothing, type Selection, toggle } from "../../ui/selection.ts";
import { readContent, signContent, streamContent } from "./contents-api.ts";
import { packFiles } from "./download/pack-files.ts";
import type { OpenDialog } from "./drive-dialogs.tsx";
import type { useDrivePlace } from "./drive-place.ts";
import { type DriveFile, titleOf } from "./file.ts";
import { fileJobs, type JobOptions } from "./file-jobs.ts";
import { listSubtree } from "./files-api.ts";
import type { DriveWrites } from "./use-drive-writes.ts";
import { beginDrag } from "./use-drops.ts";

type ActOnFiles = (files: readonly DriveFile[]) => void;

export type FileActions = ReturnType<typeof createActions>;

interface Deps {
  address: ReturnType<typeof useDrivePlace>;
  writes: DriveWrites;
  /** Name of the archive when several files are downloaded. */
  placeName: string;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** The files that an action on this file applies to. */
  withSelection: (file: DriveFile) => readonly DriveFile[];
  onDialog: (dialog: OpenDialog) => void;
  onMenu: (menu: { file: DriveFile; anchor: HTMLElement }) => void;
}

/** Returns a stable object, because every tile and row receives it. */
export function useFileActions(deps: Deps): FileActions {
  const latest = useLatest(deps);
  return useMemo(() => createActions(() => latest.current), [latest]);
}

function createActions(now: () => Deps) {
  const write =
    (kind: "trash" | "restore" | "remove"): ActOnFiles =>
    (files) => {
      now().onSelect(nothing);
      now().writes[kind]({ ids: idsOf(files), title: titleOf(files) });
    };
  return {
    open(file: DriveFile): void {
      const { place, openFolder, showPreview } = now().address;
      if (place.trash) return;
      if (file.is_folder) openFolder(file.id);
      else showPreview(file.id);
    },
    download(files: readonly DriveFile[]): void {
      const { placeName, writes } = now();
      const [first] = files;
      if (!first) return;
      if (files.length === 1 && !first.is_folder) downloadFile(first).catch(writes.fail);
      else {
        const name = `${files.length === 1 ? first.name : placeName}.zip`;
        void fileJobs.start("download", name, (options) =>
          packSubtrees(idsOf(files), name, options),
        );
      }
    },
    rename: (file: DriveFile) => now().onDialog({ kind: "rename", file }),
    share: (file: DriveFile) => now().onDialog({ kind: "share", file }),
    move: (files: readonly DriveFile[]) => now().onDialog({ kind: "move", files }),
    copy: (files: readonly DriveFile[]) => now().onDialog({ kind: "copy", files }),
    star: (files: readonly DriveFile[], starred: boolean) =>
      now().writes.star({ ids: idsOf(files), starred }),
    showVersions: (file: DriveFile) => now().onDialog({ kind: "versions", file }),
    trash: write("trash"),
    restore: write("restore"),
    /** Deletes permanently, after confirmation. */
    remove(files: readonly DriveFile[]): void {
      const [first] = files;
      if (!first) return;
      const what = files.length === 1 ? `"${first.name}"` : titleOf(files);
      if (!askToConfirm(`Are you sure you want to delete ${what}? This cannot be undone.`)) return;
      write("remove")(files);
    },
    openMenu: (file: DriveFile, anchor: HTMLElement) => now().onMenu({ file, anchor }),
    toggle: (file: DriveFile) => now().onSelect(toggle(now().selection, file.id)),
    startDrag({ dataTransfer }: DragEvent<HTMLElement>, file: DriveFile): void {
      const files = now().withSelection(file);
      beginDrag(dataTransfer, idsOf(files), titleOf(files));
    },
  };
}

/** Downloads a file of any size under its own name. */
async function downloadFile({ id, name }: DriveFile): Promise<void> {
  saveFromUrl(await readContent(id, null, (path) => signContent(path, name)), name);
}

/**
 * Packs these entries and everything below them into one archive, as a stream.
 * @returns a sentence about missing files; otherwise empty.
 */
async function packSubtrees(ids: string[], name: string, { signal, onProgress }: JobOptions) {
  const files = await listSubtree(ids);
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
  onProgress(0, size);
  return packFiles({
    ...{ name, size, files, signal },
    open: (file, from) => streamContent(file, from, signal),
    onRead: (read) => onProgress(read, size),
  });
}

const idsOf = (files: readonly DriveFile[]) => files.map(({ id }) => id);

export interface Command {
  label: string;
  Icon: LucideIcon;
  run: () => void;
  /** Whether a phone shows a button for it. */
  isMain?: boolean;
  /** Whether it deletes permanently. */
  dangerous?: boolean;
}

/** The commands as a menu: what deletes permanently is apart from the rest. */
export function menuGroups(commands: readonly Command[]): MenuGroups {
  const groupOf = (isDangerous: boolean) => ({
    actions: commands
      .filter(({ dangerous = false }) => dangerous === isDangerous)
      .map(({ label, Icon, run }) => {
        return { label, icon: createElement(Icon), run, dangerous: isDangerous };
      }),
  });
  return [groupOf(false), groupOf(true)];
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
  const isFile = alone && !first.is_folder;
  const starred = files.every(({ starred_at }) => starred_at);
  const command = (label: string, Icon: LucideIcon, run: () => void) => ({ label, Icon, run });
  const main = (...all: Parameters<typeof command>) => ({ ...command(...all), isMain: true });
  const remove = (label: string) => {
    return { ...command(label, FileX, () => actions.remove(files)), dangerous: true };
  };
  const restore = main("Restore", Undo2, () => actions.restore(files));
  if (trash) return [restore, remove("Delete permanently")];
  return [
    alone &&
      command(isFile ? "Preview" : "Open", isFile ? Eye : FolderOpen, () => actions.open(first)),
    main(isFile ? "Download" : "Download as zip", Download, () => actions.download(files)),
    alone && command("Share", Share2, () => actions.share(first)),
    alone && command("Rename", Pencil, () => actions.rename(first)),
    main("Move to...", FolderInput, () => actions.move(files)),
    command("Copy to...", Copy, () => actions.copy(files)),
    starred
      ? command("Remove from Starred", StarOff, () => actions.star(files, false))
      : command("Add to Starred", Star, () => actions.star(files, true)),
    isFile && command("Versions", History, () => actions.showVersions(first)),
    main("Move to trash", Trash2, () => actions.trash(files)),
    remove("Delete"),
  ].filter((one) => one !== false);
}
