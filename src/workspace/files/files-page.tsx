import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useSession } from "../../auth/session-context.tsx";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { type PageKey, usePageKeys } from "../../ui/hooks/use-page-keys.ts";
import { Notice } from "../../ui/notice.tsx";
import { removeContents } from "./contents-api.ts";
import { DriveDialogs, fileDialogs, type OpenDialog } from "./drive-dialogs.tsx";
import { DriveHeader, TrashHeader } from "./drive-header.tsx";
import { DriveList } from "./drive-list.tsx";
import { placeName, useDrivePlace } from "./drive-place.ts";
import { ROOT_NAME } from "./file.ts";
import { foldersQuery, useShownFiles } from "./files-queries.ts";
import { crumbsTo } from "./folder-tree.ts";
import { ReceivedNotice } from "./sharing/received-notice.tsx";
import { useMissingThumbnails } from "./thumbnails/use-missing-thumbnails.ts";
import { newFolder } from "./tool.ts";
import type { Picked } from "./uploads/picked-files.ts";
import { isUnfinished } from "./uploads/upload-machine.ts";
import { useUploads } from "./uploads/user-uploads.ts";
import { type DriveWrites, useDriveWrites } from "./use-drive-writes.ts";
import { useDrops } from "./use-drops.ts";

/** My Drive: the files and folders of the signed-in user only. */
export function FilesPage() {
  const { state } = useSession();
  if (state.status !== "signed-in") return <Notice>User not authenticated.</Notice>;
  return <Drive key={state.userId} userId={state.userId} />;
}

const NEW_FOLDER: OpenDialog = { kind: "folder" };
const NEW_TEXT: OpenDialog = { kind: "text" };

/** Keys that the list handles itself. */
const LIST_KEYS: readonly PageKey[] = [
  { keys: "Arrow keys", text: "From file to file" },
  { keys: "Letters", text: "To the file whose name begins with them; an N with Shift" },
  { keys: "Enter", text: "Open" },
  { keys: "Space", text: "Select" },
  { keys: "Shift+arrow keys", text: "Select up to there" },
  { keys: "Ctrl+A", text: "Select all" },
  { keys: "F2", text: "Rename" },
  { keys: "Delete", text: "Move to the trash; with Shift, delete permanently" },
  { keys: "Escape", text: "Clear the selection" },
];

const ROOT = [{ id: null, name: ROOT_NAME }];

/** One user's drive: a folder, the trash, or search results. */
function Drive({ userId }: { userId: string }) {
  const address = useDrivePlace();
  const { folderId, trash } = address.place;
  const end = placeName(address.place);
  const shown = useShownFiles(userId, address.place);
  useMissingThumbnails(end ? undefined : shown.files);
  const writes = useDriveWrites(userId);
  const { uploads, jobs } = useUploads(userId);
  const { data: folders } = useQuery(foldersQuery(userId));
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const dialog = opened ?? (address.place.adding ? NEW_FOLDER : null);
  const crumbs = useMemo(
    () => (end ? ROOT : folders && crumbsTo(folderId, folders)),
    [end, folderId, folders],
  );
  const folderName = crumbs?.at(-1)?.name ?? ROOT_NAME;
  const onPick = (picked: readonly Picked[], target = folderId) => uploads.add(picked, target);
  const nameOf = (id: string | null) =>
    id === null ? ROOT_NAME : (folders?.find((folder) => folder.id === id)?.name ?? "");
  const moveTo = (ids: readonly string[], target: string | null) => {
    const files = shown.files?.filter(({ id }) => ids.includes(id)) ?? [];
    writes.moveTo(files, { id: target, name: nameOf(target) });
  };
  const dropping = useDrops(!trash, {
    folderId,
    onUpload: onPick,
    onMove: moveTo,
    onFail: writes.fail,
  });
  usePageKeys(
    useMemo(() => {
      const add = { ...newFolder, run: () => setOpened(NEW_FOLDER) };
      return trash ? LIST_KEYS : [add, ...LIST_KEYS];
    }, [trash]),
  );
  // Deletions that earlier visits could not complete.
  useEffect(() => void removeContents(), []);
  const isListed = shown.files !== undefined;
  useEffect(() => void (isListed && fileDialogs.preload()), [isListed]);
  const gone = crumbs === null && !shown.query.isFetching;

  const heading = { crumbs: crumbs ?? ROOT, end, userId };

  return (
    <>
      {trash ? (
        <TrashHeader
          empty={!shown.files?.length}
          emptying={writes.emptying}
          onEmpty={() => askToConfirm(EMPTY_QUESTION) && writes.empty()}
          {...heading}
        />
      ) : (
        <DriveHeader
          uploading={jobs.some(isUnfinished)}
          onNewFolder={() => setOpened(NEW_FOLDER)}
          onNewText={() => setOpened(NEW_TEXT)}
          onPick={onPick}
          {...heading}
        />
      )}
      {writes.failure && (
        <div className="mb-3">
          <Notice action={<FailureActions writes={writes} />}>{writes.failure.message}</Notice>
        </div>
      )}
      <ReceivedNotice userId={userId} />
      <DriveList
        userId={userId}
        address={address}
        shown={shown}
        gone={gone}
        placeName={folderName}
        writes={writes}
        onDialog={setOpened}
        onPick={onPick}
      />
      {dialog && (
        <DriveDialogs
          dialog={dialog}
          userId={userId}
          folderId={folderId}
          writes={writes}
          onEdit={address.editFile}
          onClose={() => (opened ? setOpened(null) : address.stopAdding())}
        />
      )}
      {dropping !== undefined && <DropHint folderName={nameOf(dropping)} />}
    </>
  );
}

const EMPTY_QUESTION =
  "Are you sure you want to delete everything in the trash? This cannot be undone.";

function FailureActions({ writes }: { writes: DriveWrites }) {
  const { failure, dismiss } = writes;
  return (
    <span className="flex gap-2">
      {failure?.instead && <Button onClick={failure.instead.run}>{failure.instead.label}</Button>}
      <Button look="quiet" onClick={dismiss}>
        Dismiss
      </Button>
    </span>
  );
}

/** Overlay shown while files from outside the page are dragged over it. */
export function DropHint({ folderName }: { folderName: string }) {
  return (
    <div className="pointer-events-none fixed inset-2 z-20 grid content-end justify-items-center rounded border-2 border-accent border-dashed pb-8">
      <p className="flex max-w-[80vw] items-center gap-3 rounded bg-accent px-4 py-2 font-semibold text-on-accent">
        <Upload className="size-4 shrink-0" />
        <span className="truncate">
          Drop to upload to <bdi>{folderName}</bdi>
        </span>
      </p>
    </div>
  );
}
