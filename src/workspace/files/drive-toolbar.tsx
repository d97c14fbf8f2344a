import { Clock, LayoutGrid, Link2, List, Star, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { type DrivePlace, recentPath, starredPath, trashPath } from "./drive-place.ts";
import type { DriveFile } from "./file.ts";
import type { Command } from "./file-actions.ts";
import type { DriveView } from "./list/sort-files.ts";

interface DriveToolbarProps {
  place: DrivePlace;
  onSearch: (words: string) => void;
  view: DriveView;
  onView: (view: DriveView) => void;
  onLinks: () => void;
}

/** Search, view switch, links, and the lists across all folders. */
export function DriveToolbar({ place, onSearch, view, onView, onLinks }: DriveToolbarProps) {
  const { words, trash, list } = place;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-2">
      {!trash && <SearchBox words={words} onSearch={onSearch} />}
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
          onClick={onLinks}
        >
          <span className="max-sm:sr-only">Links</span>
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
            <span className="max-sm:sr-only">{name}</span>
          </Link>
        ))}
    </div>
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
      className="flex-1 basis-32 max-sm:basis-full md:max-w-80"
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

/** The actions for the selection, in place of the toolbar. */
export function SelectionBar({ files, commands, onClear }: SelectionBarProps) {
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
      {commands.map(({ label, Icon, run, dangerous }) => (
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
    </div>
  );
}
