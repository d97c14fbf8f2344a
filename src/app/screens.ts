import type { ComponentType } from "react";
import { paths } from "../lib/paths.ts";
import { readStoredSession } from "../lib/stored-session.ts";

/** Loads a screen's code. */
export type LoadScreen = () => Promise<ComponentType>;

const { admin, workspace } = paths;

/** Admin screens that need no session. */
export const openScreens: Record<string, LoadScreen> = {
  [admin.login]: async () => (await import("../admin/login/login-page.tsx")).LoginPage,
  [admin.setup]: async () => (await import("../admin/setup/setup-page.tsx")).SetupPage,
};

/** Admin screens that need the owner's session. */
export const ownerScreens: Record<string, LoadScreen> = {
  [admin.dashboard]: async () =>
    (await import("../admin/dashboard/dashboard-page.tsx")).DashboardPage,
  [admin.messages]: async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
  [admin.analytics]: async () =>
    (await import("../admin/analytics/analytics-page.tsx")).AnalyticsPage,
  [admin.info]: async () => (await import("../admin/info/info-page.tsx")).InfoPage,
  [admin.experience]: async () =>
    (await import("../admin/experience/experience-page.tsx")).ExperiencePage,
  [admin.education]: async () =>
    (await import("../admin/education/education-page.tsx")).EducationPage,
  [admin.projects]: async () => (await import("../admin/projects/projects-page.tsx")).ProjectsPage,
  [admin.skills]: async () => (await import("../admin/skills/skills-page.tsx")).SkillsPage,
  [admin.workspaceUser]: async () =>
    (await import("../admin/workspace-user/workspace-user-page.tsx")).WorkspaceUserPage,
  [admin.import]: async () => (await import("../admin/import/import-page.tsx")).ImportPage,
  [admin.notices]: async () => (await import("../admin/notices/notices-page.tsx")).NoticesPage,
  [admin.backups]: async () => (await import("../admin/backups/backups-page.tsx")).BackupsPage,
  [admin.account]: async () => (await import("../admin/account/account-page.tsx")).AccountPage,
};

/** Screens that need the workspace user's session. */
export const workspaceScreens: Record<string, LoadScreen> = {
  [workspace.dashboard]: async () =>
    (await import("../workspace/dashboard/dashboard-page.tsx")).DashboardPage,
  [workspace.notes]: async () => (await import("../workspace/notes/notes-page.tsx")).NotesPage,
  [workspace.notion]: async () => (await import("../workspace/notion/notion-page.tsx")).NotionPage,
  [workspace.tasks]: async () => (await import("../workspace/tasks/tasks-page.tsx")).TasksPage,
  [workspace.files]: async () => (await import("../workspace/files/files-page.tsx")).FilesPage,
  [workspace.account]: async () =>
    (await import("../workspace/account/account-page.tsx")).AccountPage,
};

/** The path of the URL's hash route. */
export function openedPath(): string {
  return location.hash.slice(1).split("?")[0] ?? "";
}

/** Loads the screen of the URL, if it will be shown. A failure recurs, and is reported, then. */
export function preloadScreen(): void {
  const path = openedPath();
  const load =
    openScreens[path] ??
    (readStoredSession("admin") && ownerScreens[path]) ??
    (readStoredSession("workspace") && workspaceScreens[path]);
  load?.().catch(() => {});
}
