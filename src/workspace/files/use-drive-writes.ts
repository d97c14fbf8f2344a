import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { BackendError, messageOf } from "../../lib/errors.ts";
import { quotedName, shownName } from "../../lib/shown-name.ts";
import { offerUndo } from "../../ui/toasts/undo-toast.ts";
import { type DriveFile, TABLE, titleOf } from "./file.ts";
import * as api from "./file-writes-api.ts";
import { mutationKeys } from "./files-queries.ts";
import type { Crumb } from "./folder-tree.ts";

/** An error with an optional action. */
export interface DriveFailure {
  message: string;
  instead?: { label: string; run: () => void };
}

interface Chosen {
  ids: string[];
  /** Describes the files: a name or a count. */
  title: string;
}

interface MoveOrder extends Chosen {
  folderId: string | null;
  folderName: string;
  /** Common parent of the entries; undefined if unknown, as for search results. */
  from?: string | null;
  keepBoth?: boolean;
}

export type DriveWrites = ReturnType<typeof useDriveWrites>;

/** All writes to the drive's tree except uploads. Each is all or nothing. */
export function useDriveWrites(userId: string) {
  const [failure, setFailure] = useState<DriveFailure | null>(null);
  return {
    failure,
    dismiss: () => setFailure(null),
    fail: (error: unknown) => setFailure({ message: messageOf(error) }),
    ...useTrashWrites(setFailure),
    moveTo: useMove(setFailure),
    star: useStar(setFailure),
    ...useNameWrites(userId),
  };
}

type SetFailure = (failure: DriveFailure | null) => void;

function optionsOf(setFailure: SetFailure) {
  return {
    meta: CHANGES_FILES,
    onMutate: () => setFailure(null),
    onError: (error: Error) => setFailure({ message: messageOf(error) }),
  };
}

/** Metadata of mutations that change the tree. */
export const CHANGES_FILES = { changes: [[TABLE]] };

/** Moving to the trash, restoring, and deleting permanently. */
function useTrashWrites(setFailure: SetFailure) {
  const options = optionsOf(setFailure);
  const restoring = useMutation({
    ...options,
    mutationKey: mutationKeys.restore,
    mutationFn: ({ ids }: Chosen) => api.restoreFiles(ids),
    onSuccess: (_nothing, { title }) => void toast(`Restored ${title}.`),
  });
  const trashing = useMutation({
    ...options,
    mutationKey: mutationKeys.trash,
    mutationFn: ({ ids }: Chosen) => api.trashFiles(ids),
    onSuccess: (_nothing, chosen) => {
      offerUndo(`Moved ${chosen.title} to the trash.`, () => restoring.mutate(chosen));
    },
  });
  const removing = useMutation({
    ...options,
    mutationKey: mutationKeys.remove,
    mutationFn: ({ ids }: Chosen) => api.removeFiles(ids),
    onSuccess: (_nothing, { title }) => void toast(`Deleted ${title}.`),
  });
  const emptying = useMutation({
    ...options,
    mutationFn: api.emptyTrash,
    onSuccess: () => void toast("The trash is empty."),
  });
  return {
    restore: restoring.mutate,
    trash: trashing.mutate,
    remove: removing.mutate,
    empty: emptying.mutate,
    emptying: emptying.isPending,
  };
}

function useStar(setFailure: SetFailure) {
  return useMutation({
    ...optionsOf(setFailure),
    mutationKey: mutationKeys.star,
    mutationFn: ({ ids, starred }: { ids: string[]; starred: boolean }) =>
      api.starFiles(ids, starred),
  }).mutate;
}

/** Moving to another folder, with Undo, and with "Keep both" where a name is taken. */
function useMove(setFailure: SetFailure) {
  const moving = useMutation({
    ...optionsOf(setFailure),
    mutationKey: mutationKeys.move,
    mutationFn: ({ ids, folderId, keepBoth = false }: MoveOrder) =>
      api.moveFiles(ids, folderId, keepBoth),
    onSuccess: (_nothing, { ids, title, folderName, from }) => {
      const done = `Moved ${title} to ${folderName}.`;
      if (from === undefined) return void toast(done);
      const back = { ids, title, folderId: from, folderName: "where it was" };
      offerUndo(done, () => moving.mutate(back));
    },
    onError: (error, order) => {
      const taken = error instanceof BackendError && error.code === "23505";
      const keepBoth = {
        label: "Keep both",
        run: () => moving.mutate({ ...order, keepBoth: true }),
      };
      setFailure({ message: shownName(messageOf(error)), ...(taken && { instead: keepBoth }) });
    },
  });
  return (files: readonly DriveFile[], folder: Crumb) => {
    const parents = new Set(files.map(({ parent_id }) => parent_id));
    moving.mutate({
      ids: files.map(({ id }) => id),
      title: titleOf(files),
      folderId: folder.id,
      folderName: quotedName(folder.name),
      // Undo needs a common parent to move the entries back to.
      ...(parents.size === 1 && { from: files[0]?.parent_id ?? null }),
    });
  };
}

/** Creating and renaming; the dialogs show their own errors. */
function useNameWrites(userId: string) {
  const creating = useMutation({
    meta: CHANGES_FILES,
    mutationFn: (folder: { id: string; parentId: string | null; name: string }) =>
      api.createFolder(userId, folder),
  });
  const renaming = useMutation({
    meta: CHANGES_FILES,
    mutationKey: mutationKeys.rename,
    mutationFn: ({ id, name }: { id: string; name: string }) => api.renameFile(id, name),
  });
  return { create: creating.mutateAsync, rename: renaming.mutateAsync };
}
