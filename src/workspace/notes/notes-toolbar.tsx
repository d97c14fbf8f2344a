import {
  Archive,
  ArrowLeft,
  Check,
  Ellipsis,
  FileInput,
  FileOutput,
  Keyboard,
  type LucideIcon,
  SlidersHorizontal,
  Tag,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { areaNames } from "../../lib/area.ts";
import { paths, transferPath } from "../../lib/paths.ts";
import type { MenuAction } from "../../ui/action-menu.tsx";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { useTitle } from "../../ui/hooks/use-title.ts";
import { MenuButton } from "../../ui/menu-button.tsx";
import { showKeys } from "../../ui/palette/palette-host.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeletons } from "../../ui/skeleton.tsx";
import { countLabels } from "./labels/labels.ts";
import { backgroundOf, NOTE_COLORS } from "./note.ts";
import type { NotesService } from "./notes-service.ts";
import { trashPath } from "./use-notes.ts";

interface NotesHeaderProps {
  /** Null for the notes themselves; other views have a link back to them. */
  view: "Archive" | "Trash" | "Import Notes" | null;
  children: ReactNode;
}

/** The header in one row: title and tools. */
export function NotesHeader({ view, children }: NotesHeaderProps) {
  const title = view ?? "My Notes";
  useTitle(`${title} · ${areaNames.workspace}`);
  return (
    <header className="-mt-3 mb-2 flex items-center gap-1 sm:mt-0 sm:mb-4">
      {view && (
        <Link to={paths.workspace.notes} aria-label="Notes" className={ICON_LINK}>
          <ArrowLeft />
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
  color: string;
  onColor: (color: string) => void;
  /** The label of the current filter; empty without one. */
  label: string;
  onLabel: (label: string) => void;
  onEditLabels: () => void;
  notes: NotesService;
  archived: boolean;
  onArchived: (archived: boolean) => void;
}

/** Hidden on narrow or touch screens, where a menu replaces these buttons. */
const IF_ROOM = "max-lg:hidden pointer-coarse:hidden";

/** Search and tools; on narrow or touch screens, all but the search are in one menu. */
export function NotesToolbar(props: NotesToolbarProps) {
  const { search, onSearch, color, onColor, label, archived, onArchived } = props;
  const navigate = useNavigate();
  const link = (text: string, Icon: LucideIcon, path: string): MenuAction => ({
    label: text,
    icon: icon(Icon),
    run: () => void navigate(path),
  });
  const transfers = {
    actions: [
      link("Import notes", FileInput, transferPath("import")),
      link("Export notes", FileOutput, transferPath("export")),
    ],
  };
  const places = [
    ...(archived ? [] : [{ label: "Archive", icon: icon(Archive), run: () => onArchived(true) }]),
    link("Trash", Trash2, trashPath),
  ];
  return (
    <>
      <SearchField
        label="Search notes"
        main
        value={search}
        onChange={onSearch}
        className="ms-auto min-w-0 max-w-md flex-1"
      />
      <ColorFilter color={color} onColor={onColor} />
      <MenuButton
        label={label ? `Label: ${label}` : "Labels"}
        icon={Tag}
        menuLabel="Labels"
        className={`${IF_ROOM} ${label ? "text-accent" : ""}`}
        groups={() => labelGroups(props)}
      />
      {!archived && (
        <IconButton
          label="Archive"
          icon={Archive}
          className={IF_ROOM}
          onClick={() => onArchived(true)}
        />
      )}
      <Link to={trashPath} aria-label="Trash" title="Trash" className={`${ICON_LINK} ${IF_ROOM}`}>
        <Trash2 />
      </Link>
      <IconButton
        label="Keyboard shortcuts"
        icon={Keyboard}
        aria-keyshortcuts="?"
        className={IF_ROOM}
        onClick={showKeys}
      />
      <MenuButton label="More" icon={Ellipsis} className={IF_ROOM} groups={() => [transfers]} />
      <MenuButton
        label="Filters"
        icon={SlidersHorizontal}
        className={`lg:not-pointer-coarse:hidden ${color || label ? "text-accent" : ""}`}
        groups={() => [
          colorGroup(ALL_COLORS, color, onColor),
          ...labelGroups(props),
          { actions: places },
          transfers,
        ]}
      />
    </>
  );
}

/** @param color the current color. */
export function colorGroup(
  colors: readonly { name: string; value: string }[],
  color: string | undefined,
  onColor: (color: string) => void,
) {
  return {
    title: "Color",
    actions: colors.map(({ name, value }) => ({
      label: name,
      icon: value && <Dot color={value} />,
      checked: value === color,
      run: () => onColor(value),
    })),
  };
}

const ALL_COLORS = [{ name: "All colors", value: "" }, ...NOTE_COLORS];

/** The label filter; choosing the current label again removes the filter. */
function labelGroups({ label, onLabel, onEditLabels, notes }: NotesToolbarProps) {
  const labels = [...countLabels(notes.store).keys()];
  return [
    ...(labels.length > 0
      ? [
          {
            title: "Label",
            actions: labels.map((name) => ({
              label: name,
              checked: name === label,
              run: () => onLabel(name === label ? "" : name),
            })),
          },
        ]
      : []),
    {
      actions: [
        ...(label ? [{ label: "All labels", run: () => onLabel("") }] : []),
        { label: "Edit labels...", run: onEditLabels },
      ],
    },
  ];
}

const icon = (Icon: LucideIcon) => <Icon />;

function Dot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: backgroundOf(color) }}
      className="size-5 rounded-full border border-line-strong"
    />
  );
}

/** The color filter as dots; choosing the current color again removes the filter. */
function ColorFilter({ color, onColor }: Pick<NotesToolbarProps, "color" | "onColor">) {
  return (
    <fieldset aria-label="Color" className={`m-0 flex border-0 p-0 px-1 ${IF_ROOM}`}>
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
            {value === color && <Check className="size-3.5" />}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

export function CardSkeletons() {
  const looks = HEIGHTS.map((height) => `mb-3 break-inside-avoid ${height}`);
  return (
    <Skeletons className="columns-1 gap-3 sm:columns-2 lg:columns-3 xl:columns-4" looks={looks} />
  );
}

const HEIGHTS = ["h-28", "h-44", "h-20", "h-36", "h-48", "h-24", "h-32", "h-40"];
