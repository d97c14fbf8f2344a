import {
  Archive,
  ArrowLeft,
  Check,
  Keyboard,
  type LucideIcon,
  SlidersHorizontal,
  Trash2,
} from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { Link, useNavigate } from "react-router";
import { areaNames } from "../../lib/area.ts";
import { paths } from "../../lib/paths.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { useTitle } from "../../ui/hooks/use-title.ts";
import { Modal } from "../../ui/modal.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { backgroundOf, NOTE_COLORS } from "./note.ts";
import { trashPath } from "./use-notes.ts";

interface NotesHeaderProps {
  /** Null for the notes themselves; other views have a way back to them. */
  view: "Archive" | "Trash" | null;
  children: ReactNode;
}

/** The head of the notes, in one row: title and tools. */
export function NotesHeader({ view, children }: NotesHeaderProps) {
  const title = view ?? "My Notes";
  useTitle(`${title} · ${areaNames.workspace}`);
  return (
    <header className="-mt-3 mb-2 flex items-center gap-1 sm:mt-0 sm:mb-4">
      {view && (
        <Link to={paths.workspace.notes} aria-label="Notes" className={ICON_LINK}>
          <ArrowLeft aria-hidden="true" />
        </Link>
      )}
      {/* Receives the focus when a closing dialog has no element to return it to. */}
      <h1
        tabIndex={-1}
        className="outline-none! me-3 whitespace-nowrap text-lead leading-tight tracking-tight sm:text-[1.5rem]"
      >
        {title}
      </h1>
      {children}
    </header>
  );
}

const ICON_LINK = `${buttonClass("quiet")} w-10 px-0! [&_svg]:size-[1.125rem]!`;

interface NotesToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  box: RefObject<HTMLInputElement | null>;
  color: string;
  onColor: (color: string) => void;
  archived: boolean;
  onArchived: (archived: boolean) => void;
  onHelp: () => void;
}

/** Search, colors, archive and trash; on phones one button opens all but the search. */
export function NotesToolbar(props: NotesToolbarProps) {
  const { search, onSearch, box, color, onColor, archived, onArchived, onHelp } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const navigate = useNavigate();
  return (
    <>
      <SearchField
        label="Search notes"
        shortcut="/"
        value={search}
        onChange={onSearch}
        box={box}
        className="ms-auto min-w-0 max-w-md flex-1"
      />
      <ColorFilter color={color} onColor={onColor} />
      {!archived && (
        <IconButton label="Archive" className="max-md:hidden" onClick={() => onArchived(true)}>
          <Archive aria-hidden="true" />
        </IconButton>
      )}
      <Link
        to={trashPath}
        aria-label="Trash"
        title="Trash"
        className={`${ICON_LINK} max-md:hidden`}
      >
        <Trash2 aria-hidden="true" />
      </Link>
      <IconButton
        label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        className="max-md:hidden"
        onClick={onHelp}
      >
        <Keyboard aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Filters"
        aria-haspopup="menu"
        className={`md:hidden ${color ? "text-accent" : ""}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SlidersHorizontal aria-hidden="true" />
      </IconButton>
      {anchor && (
        <ActionMenu
          label="Filters"
          anchor={anchor}
          groups={[
            {
              title: "Color",
              actions: [{ name: "All colors", value: "" }, ...NOTE_COLORS].map(
                ({ name, value }) => ({
                  label: name,
                  icon: value && <Dot color={value} />,
                  checked: value === color,
                  run: () => onColor(value),
                }),
              ),
            },
            {
              actions: [
                ...(archived
                  ? []
                  : [{ label: "Archive", icon: icon(Archive), run: () => onArchived(true) }]),
                { label: "Trash", icon: icon(Trash2), run: () => void navigate(trashPath) },
              ],
            },
          ]}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

const icon = (Icon: LucideIcon) => <Icon aria-hidden="true" />;

function Dot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: backgroundOf(color) }}
      className="size-5 rounded-full border border-line-strong"
    />
  );
}

/** The colors as dots; a second press shows all again. */
function ColorFilter({ color, onColor }: Pick<NotesToolbarProps, "color" | "onColor">) {
  return (
    <fieldset aria-label="Color" className="m-0 flex border-0 p-0 px-1 max-md:hidden">
      {NOTE_COLORS.map(({ name, value }) => (
        <button
          key={value}
          type="button"
          title={name}
          aria-label={name}
          aria-pressed={value === color}
          className="group grid h-10 w-6.5 place-items-center"
          onClick={() => onColor(value === color ? "" : value)}
        >
          <span
            style={{ backgroundColor: backgroundOf(value) }}
            className="grid size-5 place-items-center rounded-full border border-line-strong group-hover:border-accent group-aria-pressed:border-accent"
          >
            {value === color && <Check aria-hidden="true" className="size-3.5" />}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

/** In place of the cards while they load. */
export function CardSkeletons() {
  return (
    <div role="status" className="columns-1 gap-3 sm:columns-2 lg:columns-3 xl:columns-4">
      <span className="sr-only">Loading...</span>
      {[7, 11, 5, 9, 12, 6, 8, 10].map((height) => (
        <div
          key={height}
          aria-hidden="true"
          style={{ height: `${height}rem` }}
          className="skeleton mb-3 break-inside-avoid"
        />
      ))}
    </div>
  );
}

/** The notes' keyboard shortcuts. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" width="lg" onClose={onClose}>
      <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline">
        {SHORTCUTS.map(([keys, text]) => (
          <div key={keys} className="contents">
            <dt className="-mb-1.5 font-mono text-small sm:mb-0">{keys}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

const SHORTCUTS = [
  ["N", "Take a note"],
  ["/", "Search"],
  ["Arrow keys, J, K", "From note to note"],
  ["Enter", "Open the note"],
  ["P", "Pin or unpin it"],
  ["E", "Archive or unarchive it"],
  ["C", "Copy it as Markdown"],
  ["Delete", "Move it to the trash"],
  ["Escape", "Close the editor or the new note"],
  ["Ctrl+Enter", "Close the new note; in a note, tick the item"],
  ["- or 1. and a space", "In a note: a list"],
  ["[ ] and a space", "In a note: a checklist"],
  ["# or ## and a space", "In a note: a heading"],
  ["> and a space", "In a note: a quotation"],
  ["**bold** *italic*", "In a note: emphasis"],
  ["`code` ~~struck~~", "In a note: code, struck out"],
  ["Alt+arrow keys", "In a note: move the list item up or down"],
  ["Ctrl+K", "In a note: add or edit a link"],
  ["Ctrl+Click", "In a note: open the link"],
  ["Ctrl+Shift+V", "In a note: paste as plain text"],
  ["==marked==", "In a note: highlighted"],
] as const;
