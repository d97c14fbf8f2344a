import {
  Archive,
  Cable,
  ExternalLink,
  File,
  FileInput,
  FileOutput,
  Folder,
  FolderPlus,
  Globe,
  LogOut,
  Plus,
  SquareKanban,
  StickyNote,
  SunMoon,
  Trash2,
} from "lucide-react";
import {
  addPath,
  editPath,
  filePath,
  folderPath,
  hashOf,
  notePath,
  paths,
  taskArchivePath,
  transferPath,
} from "../../lib/paths.ts";
import { safeHref } from "../../lib/safe-url.ts";
import type { PaletteItem } from "../../ui/palette/search-items.ts";
import { screens } from "../shell/screens.ts";
import type { Match } from "./search-copies.ts";

const { workspace } = paths;

/** The groups in display order. */
export const GROUPS = ["Screens", "Actions", "Notes", "Tasks", "Files", "Notion"];

/** The group of a screen's own entries. */
export const groupOfScreen: Record<string, string> = {
  [workspace.notes]: "Notes",
  [workspace.tasks]: "Tasks",
  [workspace.files]: "Files",
  [workspace.notion]: "Notion",
};

/**
 * Screens and actions.
 * @param folderId the folder that is open.
 */
export function fixedItems(folderId: string | null, signOut: () => void): PaletteItem[] {
  const folder = new URLSearchParams({ ...(folderId && { folder: folderId }), add: "" });
  return [
    ...screens.map(
      ({ path, title, label, text, Icon }): PaletteItem => ({
        id: `screen ${path}`,
        group: "Screens",
        name: label,
        keywords: `go to open ${title} ${text ?? ""}`,
        Icon,
        action: path,
      }),
    ),
    action("New note", StickyNote, "add create write", addPath(workspace.notes)),
    action(
      "Import notes",
      FileInput,
      "keep takeout markdown memos bear notion texts move in",
      transferPath("import"),
    ),
    action("Export notes", FileOutput, "markdown zip backup take away", transferPath("export")),
    action("New task", Plus, "add create to do", addPath(workspace.tasks)),
    action("New folder", FolderPlus, "add create drive", `${workspace.files}?${folder}`),
    action("Switch theme", SunMoon, "color dark light", switchTheme),
    action("View Site", Globe, "public page", () => location.assign(paths.site)),
    action("Admin Panel", ExternalLink, "open", () => openTab(hashOf(paths.admin.dashboard))),
    action("Logout", LogOut, "sign out leave", signOut),
  ];
}

function action(
  name: string,
  Icon: PaletteItem["Icon"],
  keywords: string,
  act: PaletteItem["action"],
): PaletteItem {
  return { id: `action ${name}`, group: "Actions", name, keywords, Icon, action: act };
}

/** The boot script handles the theme and listens to every switch, so any of them works. */
function switchTheme(): void {
  document.querySelector<HTMLElement>("[data-theme-switch]")?.click();
}

function openTab(address: string): void {
  open(address, "_blank", "noopener");
}

/** @param typed what the match was found by. */
export function toItem(match: Match, typed: string): PaletteItem {
  const { kind, id, title, passage } = match;
  const text = passage.replace(/\s+/g, " ").trim();
  const untitled = title === "" || title === UNTITLED;
  return {
    id: `${kind} ${id}`,
    name: untitled ? text || UNTITLED : title,
    ...(!untitled && { passage: text }),
    // The item stands for a text that matches as a whole, of which only a part is known here.
    keywords: typed,
    ...placed(match, typed),
  };
}

/** Stored title of a note without one. */
const UNTITLED = "Untitled Note";

const COLUMNS: Record<string, string> = { todo: "To Do", inprogress: "In Progress", done: "Done" };

function placed({ kind, id, place, item }: Match, typed: string) {
  const parent = (item as { parent_id?: string | null } | null)?.parent_id ?? null;
  const where = place || "My Drive";
  const link = safeHref(place);
  switch (kind) {
    case "archived note":
      return { group: "Notes", detail: "Archive", Icon: Archive, action: notePath(id, true) };
    case "trashed note":
      return { group: "Notes", detail: "Trash", Icon: Trash2, action: `${workspace.notes}?trash` };
    case "task":
      return {
        group: "Tasks",
        detail: COLUMNS[place ?? ""] ?? "",
        Icon: SquareKanban,
        action: editPath(workspace.tasks, id),
      };
    case "archived task":
      return { group: "Tasks", detail: "Archive", Icon: Archive, action: taskArchivePath(typed) };
    case "folder":
      return { group: "Files", detail: where, Icon: Folder, action: folderPath(id) };
    case "file":
      return { group: "Files", detail: where, Icon: File, action: filePath(id, parent) };
    case "notion":
      return {
        group: "Notion",
        Icon: Cable,
        action: link ? () => openTab(link) : workspace.notion,
      };
    default:
      return { group: "Notes", Icon: StickyNote, action: notePath(id, false) };
  }
}
