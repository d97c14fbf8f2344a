import { paths } from "../lib/paths.ts";
import { type LazyComponent, lazyComponent } from "../ui/lazy-component.ts";

const { workspace } = paths;

/** Screens that need the workspace user's session. */
export const workspaceScreens: Record<string, LazyComponent> = {
  [workspace.dashboard]: lazyComponent(
    async () => (await import("../workspace/dashboard/dashboard-page.tsx")).DashboardPage,
  ),
  [workspace.notes]: lazyComponent(
    async () => (await import("../workspace/notes/notes-page.tsx")).NotesPage,
  ),
  [workspace.notion]: lazyComponent(
    async () => (await import("../workspace/notion/notion-page.tsx")).NotionPage,
  ),
  [workspace.tasks]: lazyComponent(
    async () => (await import("../workspace/tasks/tasks-page.tsx")).TasksPage,
  ),
  [workspace.files]: lazyComponent(
    async () => (await import("../workspace/files/files-page.tsx")).FilesPage,
  ),
  [workspace.account]: lazyComponent(
    async () => (await import("../workspace/account/account-page.tsx")).AccountPage,
  ),
};
