import { paths } from "../lib/paths.ts";
import { type LazyScreen, lazyScreen } from "./lazy-screen.ts";

const { workspace } = paths;

/** Screens that need the workspace user's session. */
export const workspaceScreens: Record<string, LazyScreen> = {
  [workspace.dashboard]: lazyScreen(
    async () => (await import("../workspace/dashboard/dashboard-page.tsx")).DashboardPage,
  ),
  [workspace.notes]: lazyScreen(
    async () => (await import("../workspace/notes/notes-page.tsx")).NotesPage,
  ),
  [workspace.notion]: lazyScreen(
    async () => (await import("../workspace/notion/notion-page.tsx")).NotionPage,
  ),
  [workspace.tasks]: lazyScreen(
    async () => (await import("../workspace/tasks/tasks-page.tsx")).TasksPage,
  ),
  [workspace.files]: lazyScreen(
    async () => (await import("../workspace/files/files-page.tsx")).FilesPage,
  ),
};
