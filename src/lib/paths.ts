import { SITE_ROOT } from "./site-address.ts";

/** Every URL of the signed-in areas, as hash router paths. All links are built from these. */
export const paths = {
  /** The landing page. */
  site: SITE_ROOT,
  admin: {
    login: "/tradmin/login",
    setup: "/tradmin/setup",
    dashboard: "/tradmin",
    messages: "/tradmin/messages",
    analytics: "/tradmin/analytics",
    info: "/tradmin/portfolio/info",
    workspaceUser: "/tradmin/workspace",
    backups: "/tradmin/backups",
    import: "/tradmin/import",
    notices: "/tradmin/notices",
    account: "/tradmin/account",
  },
  workspace: {
    login: "/workspace/login",
    dashboard: "/workspace",
    notes: "/workspace/notes",
    notion: "/workspace/notion",
    tasks: "/workspace/tasks",
    files: "/workspace/files",
    account: "/workspace/account",
  },
} as const;

/** General Info at the section with this title. */
export function infoPath(section: string): string {
  return `${paths.admin.info}?${new URLSearchParams({ section })}`;
}

/** The screen of a kind of content entries. */
export function entriesPath(kind: string): string {
  return `/tradmin/portfolio/${kind}`;
}

/** The page of a list with one entry's editor open. */
export function editPath(list: string, id: string): string {
  return `${list}?${new URLSearchParams({ edit: id })}`;
}

/** The page of a list with an empty editor open. */
export function addPath(list: string): string {
  return `${list}?add`;
}

/** The board with the archive of done tasks open and this search applied. */
export function taskArchivePath(search: string): string {
  return `${paths.workspace.tasks}?${new URLSearchParams({ archive: search })}`;
}

/** The skills page with Manage Categories open; with an id, that category is being renamed. */
export function categoriesPath(id = ""): string {
  return `${entriesPath("skills")}?${new URLSearchParams({ categories: id })}`;
}

/** The inbox with one message open. */
export function messagePath(id: string): string {
  return `${paths.admin.messages}?${new URLSearchParams({ message: id })}`;
}

/** My Notes with one note open. @param archived whether it is in the archive. */
export function notePath(id: string, archived: boolean): string {
  return `${paths.workspace.notes}?${new URLSearchParams({ ...(archived && { archive: "" }), note: id })}`;
}

/** My Notes with the import or the export open. */
export function transferPath(direction: "import" | "export"): string {
  return `${paths.workspace.notes}?${direction}`;
}

/** My Drive with one folder open, or the root for null. */
export function folderPath(id: string | null): string {
  return id
    ? `${paths.workspace.files}?${new URLSearchParams({ folder: id })}`
    : paths.workspace.files;
}

/** The folder of a file, with its preview open. */
export function filePath(id: string, folderId: string | null): string {
  return `${paths.workspace.files}?${new URLSearchParams({ ...(folderId && { folder: folderId }), preview: id })}`;
}

/** A router path as an href for a plain link, for example one that opens a new tab. */
export function hashOf(path: string): string {
  return `${SITE_ROOT}#${path}`;
}
