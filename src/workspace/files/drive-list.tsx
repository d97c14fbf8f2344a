import { type KeyboardEvent, useEffect, useState } from "react";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useSelection } from "../../ui/selection.ts";
import type { OpenDialog } from "./drive-dialogs.tsx";
import { placeKey, type useDrivePlace } from "./drive-place.ts";
import { DriveToolbar, SelectionBar } from "./drive-toolbar.tsx";
import type { DriveFile } from "./file.ts";
import { commandsFor, type FileActions, menuGroups, useFileActions } from "./file-actions.ts";
import { useFolderItems, type useShownFiles } from "./files-queries.ts";
import { FilesShown } from "./list/files-shown.tsx";
import { latestFirst, useDriveView, useSortedFiles } from "./list/sort-files.ts";
import { KEYS_HELP_ID, usePlaceFocus } from "./list/use-file-list.ts";
import { usePreviewedFile } from "./preview/use-previewed-file.ts";
import { useSharedIds } from "./sharing/sharing-queries.ts";
import type { Picked } from "./uploads/picked-files.ts";
import type { DriveWrites } from "./use-drive-writes.ts";

interface DriveListProps {
  userId: string;
  address: ReturnType<typeof useDrivePlace>;
  shown: ReturnType<typeof useShownFiles>;
  /** Whether the folder no longer exists. */
  gone: boolean;
  placeName: string;
  writes: DriveWrites;
  onDialog: (dialog: OpenDialog) => void;
  onPick: (picked: readonly Picked[]) => void;
}

/** The files at the current place, with their actions. */
export function DriveList(props: DriveListProps) {
  const { userId, address, shown, gone, placeName, writes, onDialog, onPick } = props;
  const { place } = address;
  const key = placeKey(place);
  const { view, setView, ...stored } = useDriveView();
  // The sort order of the recent files is separate and not stored.
  const [recent, setRecent] = useState(latestFirst);
  const isRecent = key === "recent";
  const sorting = isRecent ? recent : stored.sorting;
  const files = useSortedFiles(shown.files, sorting);
  // Item counts are read only outside the trash, because folders in the trash have no other items.
  const items = useFolderItems(userId, place.trash ? undefined : shown.files);
  const shared = useSharedIds(userId);
  const { selection, selected, onSelect, clear, withSelection } = useSelection(
    key,
    files,
    shown.isPartial,
  );
  const [menu, setMenu] = useState<{ file: DriveFile; anchor: HTMLElement } | null>(null);
  const actions = useFileActions({
    address,
    writes,
    placeName,
    selection,
    onSelect,
    withSelection,
    onDialog,
    onMenu: setMenu,
  });
  const area = usePlaceFocus(`${key} ${selected.length > 0}`);
  const startId = useFolderBefore(key, place.folderId);
  const commandsOf = (some: readonly DriveFile[]) => commandsFor(some, place.trash, actions);

  function onKey(event: KeyboardEvent, file: DriveFile) {
    if (opensMenu(event)) actions.openMenu(file, elementOf(event.currentTarget, file));
    else if (!runKey(event, file, withSelection(file), actions, place.trash)) return;
    event.preventDefault();
  }

  return (
    <>
      {/* Sticky: the actions for the selection stay in view. */}
      <div
        className={`mb-4 max-sm:mb-3 ${selected.length > 0 ? "sticky top-16 z-10 lg:top-2" : ""}`}
      >
        {selected.length > 0 ? (
          <SelectionBar files={selected} commands={commandsOf(selected)} onClear={clear} />
        ) : (
          <DriveToolbar
            place={place}
            onSearch={address.search}
            view={view}
            onView={setView}
            onDialog={onDialog}
            onPick={onPick}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {selected.length > 0 && `${selected.length} selected`}
      </p>
      <p id={KEYS_HELP_ID} hidden>
        Arrow keys move, letters go to the name that begins with them, Enter opens, Space selects,
        F2 renames, Delete moves to the trash.
      </p>
      <Preview userId={userId} address={address} shown={shown} files={files} actions={actions} />
      <div ref={area} tabIndex={-1} className="outline-none">
        <FilesShown
          query={shown.query}
          place={place}
          gone={gone}
          view={view}
          sorting={sorting}
          onSort={isRecent ? setRecent : stored.setSorting}
          list={{
            files,
            items,
            shared,
            selection,
            loading: shown.isPartial,
            trash: place.trash,
            actions,
            startId,
            onSelect,
            onKey,
          }}
        />
      </div>
      {menu && (
        <ActionMenu
          key={menu.file.id}
          anchor={menu.anchor}
          label={`Actions for ${menu.file.name}`}
          groups={menuGroups(commandsOf(withSelection(menu.file)))}
          focusAfter={menu.anchor.closest<HTMLElement>("[data-file]") ?? undefined}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

interface PreviewProps extends Pick<DriveListProps, "userId" | "address" | "shown"> {
  files: readonly DriveFile[];
  actions: FileActions;
}

/** The preview, or why the file cannot be shown. */
function Preview({ userId, address, shown, files, actions }: PreviewProps) {
  const { file, problem } = usePreviewedFile(userId, address, shown);
  const isListed = shown.files !== undefined;
  useEffect(() => void (isListed && preview.preload()), [isListed]);
  return (
    <>
      {problem && (
        <div className="mb-3">
          <Notice
            action={
              <Button look="quiet" onClick={address.closePreview}>
                Dismiss
              </Button>
            }
          >
            {problem}
          </Notice>
        </div>
      )}
      {file && (
        <preview.Component
          file={file}
          files={files.filter(({ is_folder }) => !is_folder)}
          onShow={address.showPreview}
          onDownload={(one) => actions.download([one])}
          onClose={address.closePreview}
          editor={{
            isOpen: address.place.editing,
            open: address.startEditing,
            close: address.stopEditing,
          }}
        />
      )}
    </>
  );
}

const preview = lazyDialog(
  async () => (await import("./preview/preview-dialog.tsx")).PreviewDialog,
);

/** The folder shown before the current place, which becomes the current file; null at first. */
function useFolderBefore(key: string, folderId: string | null): string | null {
  const [visited, setVisited] = useState({ key, folderId, before: null as string | null });
  if (visited.key === key) return visited.before;
  setVisited({ key, folderId, before: visited.folderId });
  return visited.folderId;
}

function opensMenu({ key, shiftKey }: KeyboardEvent): boolean {
  return key === "ContextMenu" || (key === "F10" && shiftKey);
}

function elementOf(list: Element, { id }: DriveFile): HTMLElement {
  return list.querySelector<HTMLElement>(`[data-file="${id}"]`) ?? document.body;
}

/**
 * Runs the action of a key.
 * @returns whether the key has one.
 */
function runKey(
  { key, shiftKey }: KeyboardEvent,
  file: DriveFile,
  files: readonly DriveFile[],
  actions: FileActions,
  trash: boolean,
): boolean {
  if (key === "Delete" && (shiftKey || trash)) actions.remove(files);
  else if (key === "Delete") actions.trash(files);
  else if (key === "F2" && !trash) actions.rename(file);
  else return false;
  return true;
}
