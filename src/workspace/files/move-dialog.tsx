import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, Folder as FolderIcon } from "lucide-react";
import { useMemo, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Modal } from "../../ui/modal.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type DriveFile, type Folder, ROOT_NAME, titleOf } from "./file.ts";
import { foldersQuery } from "./files-queries.ts";
import { type Crumb, crumbsTo, shownTree, type TreeFolder, withBelow } from "./folder-tree.ts";
import { NewFolderModal } from "./name-modal.tsx";
import type { DriveWrites } from "./use-drive-writes.ts";

interface MoveDialogProps {
  userId: string;
  files: readonly DriveFile[];
  /** Whether the files are copied; their folder is then the first choice. */
  copies?: boolean;
  onCreate: DriveWrites["create"];
  onChoose: (folder: Crumb) => void;
  onClose: () => void;
}

/** The dialog for choosing a target folder in the tree of all folders. */
export function MoveDialog(props: MoveDialogProps) {
  const { userId, files, copies = false, onCreate, onChoose, onClose } = props;
  const folders = useQuery(foldersQuery(userId));
  // The folder that already contains all of the files, if there is one.
  const parents = new Set(files.map(({ parent_id }) => parent_id));
  const here = parents.size === 1 ? [...parents][0] : undefined;
  const [path] = useState(() =>
    copies && here !== undefined ? (crumbsTo(here, folders.data ?? []) ?? []) : [],
  );
  const [target, setTarget] = useState(path.at(-1));
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set(path.map(({ id }) => id ?? "")),
  );
  const [adding, setAdding] = useState(false);
  const verb = copies ? "Copy" : "Move";
  return (
    <Modal title={`${verb} ${titleOf(files)}`} width="lg" onClose={onClose}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!target) return;
          onChoose(target);
          onClose();
        }}
      >
        {folders.isPending && <SkeletonRows />}
        <FailedRead query={folders} />
        {folders.data && (
          <FolderChoice
            folders={folders.data}
            files={files}
            excluded={copies ? undefined : here}
            chosen={target?.id}
            onChoose={(id, name) => setTarget({ id, name })}
            opened={opened}
            onOpen={setOpened}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button look="quiet" className="me-auto" onClick={() => setAdding(true)}>
            New Folder
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!target}>
            {verb}
          </Button>
        </div>
      </form>
      {adding && (
        <NewFolderModal
          parentId={target?.id ?? null}
          onCreate={async (folder) => {
            const created = await onCreate(folder);
            setTarget(folder);
            if (folder.parentId !== null) setOpened(new Set(opened).add(folder.parentId));
            return created;
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Modal>
  );
}

interface FolderChoiceProps {
  folders: readonly Folder[];
  files: readonly DriveFile[];
  /** A folder that is no target; null is the root. */
  excluded: string | null | undefined;
  chosen: string | null | undefined;
  onChoose: (id: string | null, name: string) => void;
  /** Ids of the expanded folders. */
  opened: ReadonlySet<string>;
  onOpen: (opened: ReadonlySet<string>) => void;
}

function FolderChoice(props: FolderChoiceProps) {
  const { folders, files, excluded, chosen, onChoose, opened, onOpen } = props;
  const shown = useMemo(() => shownTree(folders, opened), [folders, opened]);
  const impossible = useMemo(() => {
    const moving = files.filter(({ is_folder }) => is_folder).map(({ id }) => id);
    return withBelow(moving, folders);
  }, [files, folders]);
  const root: TreeFolder = {
    id: "",
    name: ROOT_NAME,
    parent_id: null,
    depth: 0,
    hasFolders: false,
  };
  return (
    <fieldset className="m-0 max-h-[50vh] min-w-0 overflow-y-auto rounded border p-1">
      <legend className="sr-only">Folder</legend>
      {[root, ...shown].map((folder) => {
        const id = folder.id || null;
        return (
          <FolderLine
            key={folder.id}
            folder={folder}
            open={opened.has(folder.id)}
            checked={chosen === id}
            disabled={id === excluded || impossible.has(folder.id)}
            onChoose={() => onChoose(id, folder.name)}
            onToggle={() => {
              const next = new Set(opened);
              if (!next.delete(folder.id)) next.add(folder.id);
              onOpen(next);
            }}
          />
        );
      })}
    </fieldset>
  );
}

interface FolderLineProps {
  folder: TreeFolder;
  open: boolean;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
  onToggle: () => void;
}

function FolderLine({ folder, open, checked, disabled, onChoose, onToggle }: FolderLineProps) {
  const Arrow = open ? ChevronDown : ChevronRight;
  return (
    <div
      className="flex items-center gap-1"
      // Limits the indentation, so that deep trees stay readable on a phone.
      style={{ paddingInlineStart: `${Math.min(folder.depth, 8) * 1.25}rem` }}
    >
      {folder.hasFolders ? (
        <IconButton
          label={`${open ? "Close" : "Open"} ${folder.name}`}
          icon={Arrow}
          aria-expanded={open}
          onClick={onToggle}
        />
      ) : (
        <span className={folder.depth > 0 ? "w-10 shrink-0" : ""} />
      )}
      <label
        className={`flex min-h-10 min-w-0 flex-1 items-center gap-3 rounded px-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent ${disabled ? "opacity-50" : "hover:bg-raised"} ${checked ? "bg-raised" : ""}`}
      >
        <input
          type="radio"
          name="folder"
          className="accent-(--color-accent)"
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
        />
        <FolderIcon className="size-4 shrink-0 text-accent" />
        <span dir="auto" className="truncate">
          {folder.name}
        </span>
      </label>
    </div>
  );
}
