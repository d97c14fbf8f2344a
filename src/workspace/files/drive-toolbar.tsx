import {
  Clock,
  EllipsisVertical,
  FilePlus,
  FolderPlus,
  FolderUp,
  LayoutGrid,
  Link2,
  List,
  Star,
  Trash2,
  X,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { OpenDialog } from "./drive-dialogs.tsx";
import { Chooser, useIsPhone } from "./drive-header.tsx";
import { type DrivePlace, recentPath, starredPath, trashPath } from "./drive-place.ts";
import type { DriveFile } from "./file.ts";
import { type Command, menuGroups } from "./file-actions.ts";
import type { DriveView } from "./list/sort-files.ts";
import type { Picked } from "./uploads/picked-files.ts";

interface DriveToolbarProps {
  place: DrivePlace;
  onSearch: (words: string) => void;
  view: DriveView;
  onView: (view: DriveView) => void;
  onDialog: (dialog: OpenDialog) => void;
  onPick: (picked: readonly Picked[]) => void;
}

/** Search, view switch, links, and the lists across all folders. */
export function DriveToolbar(props: DriveToolbarProps) {
  const { place, onSearch, view, onView, onDialog } = props;
  const { words, trash, list } = place;
  const isPhone = useIsPhone();
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-2">
      {!trash && <SearchBox words={words} onSearch={onSearch} />}
      {isPhone && !trash ? (
        <PhoneMenu {...props} />
      ) : (
        <>
          <fieldset className="m-0 flex rounded border border-line-strong p-0">
            <legend className="sr-only">View</legend>
            {VIEWS.map(({ name, value, Icon }) => (
              <button
                key={value}
                type="button"
                aria-label={name}
                title={name}
                aria-pressed={view === value}
                className={`grid size-[2.375rem] place-items-center pointer-coarse:size-11 [&_svg]:size-[1.125rem] ${view === value ? "bg-raised text-ink" : "text-soft hover:text-ink"}`}
                onClick={() => onView(value)}
              >
                <Icon />
              </button>
            ))}
          </fieldset>
          {!trash && (
            <Button
              look="quiet"
              className="px-2.5! pointer-coarse:min-w-11"
              icon={<Link2 />}
              onClick={() => onDialog({ kind: "links" })}
            >
              Links
            </Button>
          )}
          {!trash &&
            PLACES.map(({ name, to, value, Icon }) => (
              <Link
                key={name}
                to={to}
                aria-current={list === value ? "page" : undefined}
                className={`${buttonClass("quiet")} px-2.5! aria-[current]:bg-raised aria-[current]:text-ink pointer-coarse:min-w-11`}
              >
                <Icon />
                {name}
              </Link>
            ))}
        </>
      )}
    </div>
  );
}

/** The actions of the drive that are buttons on wider screens. */
function PhoneMenu({ view, onView, onDialog, onPick }: DriveToolbarProps) {
  const navigate = useNavigate();
  const views = VIEWS.map(({ name, value, Icon }) => ({
    ...{ label: name, icon: <Icon />, checked: view === value },
    run: () => onView(value),
  }));
  const places = PLACES.map(({ name, to, Icon }) => {
    return { label: name, icon: <Icon />, run: () => void navigate(to) };
  });
  const open = (kind: "folder" | "text" | "links") => () => onDialog({ kind });
  return (
    <Chooser label="Choose a folder" folder onPick={onPick}>
      {(choose) => (
        <MenuButton
          label="More actions"
          icon={EllipsisVertical}
          className="ms-auto border border-line-strong! pointer-coarse:size-11!"
          groups={() => [
            {
              actions: [
                { label: "New Folder", icon: <FolderPlus />, run: open("folder") },
                { label: "New text file", icon: <FilePlus />, run: open("text") },
                { label: "Upload Folder", icon: <FolderUp />, run: choose },
              ],
            },
            { actions: [...places, { label: "Links", icon: <Link2 />, run: open("links") }] },
            { actions: views },
          ]}
        />
      )}
    </Chooser>
  );
}

const VIEWS = [
  { name: "Grid view", value: "grid", Icon: LayoutGrid },
  { name: "List view", value: "list", Icon: List },
] as const;

const PLACES = [
  { name: "Starred", to: starredPath, value: "starred", Icon: Star },
  { name: "Recent", to: recentPath, value: "recent", Icon: Clock },
  { name: "Trash", to: trashPath, value: "trash", Icon: Trash2 },
] as const;

/** Debounce of the search input, in milliseconds. */
const PAUSE_MS = 250;

function SearchBox({ words, onSearch }: Pick<DriveToolbarProps, "onSearch"> & { words: string }) {
  const [typed, setTyped] = useState(words);
  const sent = useRef(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Back or a breadcrumb ended the search.
    if (words !== sent.current) setTyped(words);
    sent.current = words;
  }, [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <SearchField
      label="Search files"
      main
      className="flex-1 basis-32 md:max-w-80"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          sent.current = text;
          onSearch(text);
        }, PAUSE_MS);
      }}
    />
  );
}

interface SelectionBarProps {
  files: readonly DriveFile[];
  commands: readonly Command[];
  onClear: () => void;
}

/** The actions for the selection, in place of the toolbar; on phones, most are in a menu. */
export function SelectionBar({ files, commands, onClear }: SelectionBarProps) {
  const isPhone = useIsPhone();
  const shown = isPhone ? commands.filter(({ isMain }) => isMain) : commands;
  return (
    <div
      role="toolbar"
      aria-label="Selected files"
      className="flex min-h-10 flex-wrap items-center gap-1 rounded bg-raised"
    >
      <IconButton label="Clear selection" icon={X} onClick={onClear} />
      <p className="me-2 whitespace-nowrap tabular-nums">
        {files.length} <span className="max-sm:sr-only">selected</span>
      </p>
      {shown.map(({ label, Icon, run, dangerous }) => (
        <Button
          key={label}
          look="quiet"
          title={label}
          className={`px-2.5! pointer-coarse:min-w-11 ${dangerous ? "text-bad!" : ""}`}
          icon={<Icon />}
          onClick={run}
        >
          {/* One line at every width, so that selecting a file does not move the list. */}
          <span className="max-2xl:sr-only">{label}</span>
        </Button>
      ))}
      {isPhone && (
        <MenuButton
          label="More actions"
          icon={EllipsisVertical}
          className="ms-auto pointer-coarse:size-11!"
          groups={() => menuGroups(commands)}
        />
      )}
    </div>
  );
}
