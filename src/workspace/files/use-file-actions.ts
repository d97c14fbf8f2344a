import { useMemo } from "react";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { downloadFile } from "./download/download-file.ts";
import { zipDownloads } from "./download/zip-downloads.ts";
import type { DriveFile } from "./file.ts";
import type { FileActions } from "./file-commands.ts";
import { titleOf } from "./list/file-item.tsx";
import type { DriveWrites } from "./use-drive-writes.ts";

interface Deps {
  writes: DriveWrites;
  /** Archive name for several files. */
  placeName: string;
  openFolder: (id: string) => void;
  showPreview: (id: string) => void;
  askForName: (file: DriveFile) => void;
  askWhereTo: (files: readonly DriveFile[]) => void;
  clearSelection: () => void;
  trash: boolean;
}

/** Actions on files. The object is stable, since every tile and row receives it. */
export function useFileActions(deps: Deps): FileActions {
  const latest = useLatest(deps);
  return useMemo(() => createActions(() => latest.current), [latest]);
}

function createActions(now: () => Deps): FileActions {
  return {
    open(file) {
      const { openFolder, showPreview, trash } = now();
      if (trash) return;
      if (file.is_folder) openFolder(file.id);
      else showPreview(file.id);
    },
    download(files) {
      const { placeName, writes } = now();
      const [first] = files;
      if (!first) return;
      if (files.length === 1 && !first.is_folder) downloadFile(first).catch(writes.fail);
      else {
        const name = files.length === 1 ? first.name : placeName;
        void zipDownloads.start(idsOf(files), `${name}.zip`);
      }
    },
    rename: (file) => now().askForName(file),
    move: (files) => now().askWhereTo(files),
    trash(files) {
      now().clearSelection();
      now().writes.trash({ ids: idsOf(files), title: titleOf(files) });
    },
    restore(files) {
      now().clearSelection();
      now().writes.restore({ ids: idsOf(files), title: titleOf(files) });
    },
    remove(files) {
      const [first] = files;
      if (!first) return;
      const what = files.length === 1 ? `"${first.name}"` : titleOf(files);
      if (!askToConfirm(`Are you sure you want to delete ${what}? This cannot be undone.`)) return;
      now().clearSelection();
      now().writes.remove({ ids: idsOf(files), title: titleOf(files) });
    },
  };
}

const idsOf = (files: readonly DriveFile[]) => files.map(({ id }) => id);
