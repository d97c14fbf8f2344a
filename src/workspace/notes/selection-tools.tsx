import {
  Archive,
  ArchiveRestore,
  Bell,
  Copy,
  type LucideIcon,
  Palette,
  Pin,
  SquareCheck,
  Tag,
  Trash2,
  X,
} from "lucide-react";
import type { Dispatch, SetStateAction } from "react";
import { formatCount } from "../../lib/format.ts";
import { ActionMenu, type MenuAction } from "../../ui/action-menu.tsx";
import { IconButton } from "../../ui/button.tsx";
import { MenuButton } from "../../ui/menu-button.tsx";
import { nothing, only, type Selection } from "../../ui/selection.ts";
import { NOTE_COLORS, type Note, paletteColor } from "./note.ts";
import { colorGroup } from "./notes-toolbar.tsx";
import type { CardMenu } from "./use-card-selection.ts";
import type { NoteActions } from "./use-note-actions.ts";

interface SelectionToolsProps {
  selected: readonly Note[];
  /** The open menu of a card. */
  menu: CardMenu | null;
  withSelection: (note: Note) => readonly Note[];
  actions: NoteActions;
  focusNote: (id: string) => void;
  focusBeyond: (notes: readonly Note[]) => void;
  onSelect: (selection: Selection) => void;
  onMenu: Dispatch<SetStateAction<CardMenu | null>>;
}

/** The bar of the selected notes, and the menu of a card. */
export function SelectionTools(props: SelectionToolsProps) {
  const { selected, menu, withSelection, onSelect, focusNote } = props;
  const [first] = selected;
  function clear() {
    onSelect(nothing);
    if (first) focusNote(first.id);
  }
  return (
    <>
      {first && (
        // Over the page's header, so that the first selection does not move the cards.
        <div
          role="toolbar"
          aria-label="Selected notes"
          className="fixed inset-x-0 top-0 z-20 flex min-h-14 items-center gap-1 border-b border-line-strong bg-raised px-2 max-sm:gap-0 lg:start-[15.5rem] lg:min-h-20 lg:px-10"
          onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && clear()}
        >
          <IconButton label="Clear selection" icon={X} onClick={clear} />
          <p role="status" className="me-auto whitespace-nowrap ps-1 tabular-nums">
            {formatCount(selected.length)} <span className="max-sm:sr-only">selected</span>
          </p>
          <Buttons {...props} />
        </div>
      )}
      {menu && <Menu {...props} menu={menu} some={withSelection(menu.note)} />}
    </>
  );
}

interface Command {
  label: string;
  Icon: LucideIcon;
  run: () => void;
}

/** What can be done with notes. They stay selected until they leave the view. */
function changesOf(some: readonly Note[], props: SelectionToolsProps): readonly Command[] {
  const { actions, focusBeyond } = props;
  const is_pinned = !some.every((note) => note.is_pinned);
  const isArchived = some.every((note) => note.is_archived);
  return [
    {
      label: is_pinned ? "Pin" : "Unpin",
      Icon: Pin,
      run: () => actions.change(some, () => ({ is_pinned }), is_pinned ? "pinned" : "unpinned"),
    },
    { label: "Labels", Icon: Tag, run: () => actions.ask("labels", some) },
    { label: "Remind me", Icon: Bell, run: () => actions.ask("reminder", some) },
    {
      label: isArchived ? "Unarchive" : "Archive",
      Icon: isArchived ? ArchiveRestore : Archive,
      run() {
        focusBeyond(some);
        actions.archive(some);
      },
    },
    {
      label: "Delete",
      Icon: Trash2,
      run() {
        focusBeyond(some);
        actions.remove(some);
      },
    },
  ];
}

function colorsFor(some: readonly Note[], { actions }: SelectionToolsProps) {
  const colors = new Set(some.map(({ color }) => paletteColor(color)));
  const current = colors.size === 1 ? [...colors][0] : undefined;
  return [colorGroup(NOTE_COLORS, current, (color) => actions.change(some, () => ({ color })))];
}

function Buttons(props: SelectionToolsProps) {
  const { selected } = props;
  return (
    <>
      <MenuButton label="Color" icon={Palette} groups={() => colorsFor(selected, props)} />
      {changesOf(selected, props).map(({ label, Icon, run }) => (
        <IconButton key={label} label={label} icon={Icon} onClick={run} />
      ))}
    </>
  );
}

/** The menu of a card, for the whole selection if the card is selected. */
function Menu(props: SelectionToolsProps & { menu: CardMenu; some: readonly Note[] }) {
  const { menu, some, actions, onSelect, onMenu } = props;
  const toAction = ({ label, Icon, run }: Command): MenuAction => ({ label, icon: <Icon />, run });
  const [pin, ...others] = changesOf(some, props).map(toAction);
  const { note, anchor, at, hasColors } = menu;
  const ofOne = [
    { label: "Copy as Markdown", Icon: Copy, run: () => actions.copy(note) },
    { label: "Select", Icon: SquareCheck, run: () => onSelect(only(note.id)) },
  ];
  const groups = [
    {
      actions: [
        ...(pin ? [pin] : []),
        { label: "Color", icon: <Palette />, run: () => onMenu({ ...menu, hasColors: true }) },
        ...others,
      ],
    },
    ...(some.length === 1 ? [{ actions: ofOne.map(toAction) }] : []),
  ];
  return (
    <ActionMenu
      key={`${note.id} ${hasColors}`}
      label={some.length === 1 ? "Note menu" : `Menu of ${formatCount(some.length)} notes`}
      anchor={anchor}
      at={at}
      groups={hasColors ? colorsFor(some, props) : groups}
      focusAfter={anchor.closest("[data-note]")?.querySelector("button") ?? undefined}
      // The actions close when the colors have opened.
      onClose={() => onMenu((open) => (open === menu ? null : open))}
    />
  );
}
