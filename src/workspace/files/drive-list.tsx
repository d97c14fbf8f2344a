import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { OpenDialog } from "./drive-dialogs.tsx";
import { placeKey, type useDrivePlace } from "./drive-place.ts";
import { DriveToolbar } from "./drive-toolbar.tsx";
import type { DriveFile } from "./file.ts";
import { commandsFor } from "./file-commands.ts";
import type { useShownFiles } from "./files-queries.ts";
import { FileMenu } from "./list/file-menu.tsx";
import { FilesShown } from "./list/files-shown.tsx";
import { nothing, type Selection, stillShown } from "./list/selection.ts";
import { SelectionBar } from "./list/selection-bar.tsx";
import { sortFiles } from "./list/sort-files.ts";
import { useItemActions } from "./list/use-item-actions.ts";
import { PreviewDialog } from "./preview/preview-dialog.tsx";
import { usePreviewedFile } from "./preview/use-previewed-file.ts";
import { useDriveView } from "./use-drive-view.ts";
import type { DriveWrites } from "./use-drive-writes.ts";
import { useFileActions } from "./use-file-actions.ts";
import { usePlaceFocus } from "./use-place-focus.ts";

interface DriveListProps {
  userId: string;
  address: ReturnType<typeof useDrivePlace>;
  shown: ReturnType<typeof useShownFiles>;
  /** Whether the folder no longer exists. */
  gone: boolean;
  placeName: string;
  writes: DriveWrites;
  onDialog: (dialog: OpenDialog) => void;
}

const HELP_ID = "drive-keys";

/** The files at the current place, with their actions. */
export function DriveList(props: DriveListProps) {
  const { userId, address, shown, gone, placeName, writes, onDialog } = props;
  const { place } = address;
  const key = placeKey(place);
  const { view, sorting, setView, setSorting } = useDriveView();
  const files = useMemo(() => sortFiles(shown.files ?? [], sorting), [shown.files, sorting]);
  const [chosen, setChosen] = useState({ key, selection: nothing });
  const [menu, setMenu] = useState<{ file: DriveFile; anchor: HTMLElement } | null>(null);
  const ids = useMemo(() => files.map(({ id }) => id), [files]);
  const selection = chosen.key === key ? stillShown(chosen.selection, ids) : nothing;
  const onSelect = (next: Selection) => setChosen({ key, selection: next });
  const selected = files.filter(({ id }) => selection.ids.has(id));
  const actions = useFileActions({
    writes,
    placeName,
    openFolder: address.openFolder,
    showPreview: address.showPreview,
    askForName: (file) => onDialog({ kind: "rename", file }),
    askWhereTo: (some) => onDialog({ kind: "move", files: some }),
    clearSelection: () => onSelect(nothing),
    trash: place.trash,
  });
  const itemActions = useItemActions({ actions, files, selection, onSelect, setMenu });
  const previewed = usePreviewedFile(userId, address, shown);
  const area = usePlaceFocus(`${key} ${selected.length > 0}`);
  const visited = useRef({ key, folderId: place.folderId, from: null as string | null });
  if (visited.current.key !== key) {
    visited.current = { key, folderId: place.folderId, from: visited.current.folderId };
  }
  const lookable = files.filter(({ is_folder }) => !is_folder);

  function onKey(event: KeyboardEvent, file: DriveFile) {
    const meant = selection.ids.has(file.id) ? selected : [file];
    if (event.key === "Delete") {
      if (event.shiftKey || place.trash) actions.remove(meant);
      else actions.trash(meant);
    } else if (event.key === "F2" && !place.trash) actions.rename(file);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      itemActions.menu(
        file,
        event.currentTarget.querySelector(`[data-file="${file.id}"]`) ?? document.body,
      );
    } else return;
    event.preventDefault();
  }

  const listProps = {
    files,
    selection,
    trash: place.trash,
    actions: itemActions,
    helpId: HELP_ID,
    startId: visited.current.from,
    onSelect,
    onOpen: actions.open,
    onKey,
  };
  return (
    <>
      {/* Sticky: the actions for the selection stay in view. */}
      <div className={`mb-4 ${selected.length > 0 ? "sticky top-16 z-10 lg:top-2" : ""}`}>
        {selected.length > 0 ? (
          <SelectionBar
            files={selected}
            commands={commandsFor(selected, place.trash, actions)}
            onClear={() => onSelect(nothing)}
          />
        ) : (
          <DriveToolbar
            words={place.words}
            onSearch={address.search}
            view={view}
            onView={setView}
            trash={place.trash}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {selected.length > 0 && `${selected.length} selected`}
      </p>
      <p id={HELP_ID} hidden>
        Arrow keys move, Enter opens, Space selects, F2 renames, Delete moves to the trash.
      </p>
      {previewed.problem && (
        <div className="mb-3">
          <Notice
            action={
              <Button look="quiet" onClick={address.closePreview}>
                Dismiss
              </Button>
            }
          >
            {previewed.problem}
          </Notice>
        </div>
      )}
      <div ref={area} tabIndex={-1} className="outline-none">
        <FilesShown
          query={shown.query}
          place={place}
          gone={gone}
          view={view}
          sorting={sorting}
          onSort={setSorting}
          list={listProps}
        />
      </div>
      {menu && (
        <FileMenu
          key={menu.file.id}
          anchor={menu.anchor}
          label={`Actions for ${menu.file.name}`}
          commands={commandsFor(
            selection.ids.has(menu.file.id) ? selected : [menu.file],
            place.trash,
            actions,
          )}
          onClose={() => setMenu(null)}
        />
      )}
      {previewed.file && (
        <PreviewDialog
          file={previewed.file}
          files={lookable}
          onShow={address.showPreview}
          onDownload={(file) => actions.download([file])}
          onClose={address.closePreview}
        />
      )}
    </>
  );
}
