import type { ComponentType } from "react";
import { TIMELINE_IDS } from "../content/sections.ts";
import type { Area } from "../lib/area.ts";
import { entriesPath, paths } from "../lib/paths.ts";
import { readStoredSession } from "../lib/stored-session.ts";

/** Loads a screen's code. */
type LoadScreen = () => Promise<ComponentType>;

interface AreaScreens {
  /** The login's path, one of the open screens. */
  login: string;
  /** Screens that need no session. */
  open: Record<string, LoadScreen>;
  /** Screens that need the area's session. */
  guarded: Record<string, LoadScreen>;
}

const { admin, workspace } = paths;

const timelineScreens = Object.fromEntries(
  TIMELINE_IDS.map((id) => [
    entriesPath(id),
    async () => (await import("../admin/entries/timeline-screen.tsx")).timelineScreen(id),
  ]),
);

/** Every screen of the signed-in areas, by its path. */
export const screens: Record<Area, AreaScreens> = {
  admin: {
    login: admin.login,
    open: {
      [admin.login]: async () => (await import("../admin/login/login-page.tsx")).LoginPage,
      [admin.setup]: async () => (await import("../admin/setup/setup-page.tsx")).SetupPage,
    },
    guarded: {
      [admin.dashboard]: async () =>
        (await import("../admin/dashboard/dashboard-page.tsx")).DashboardPage,
      [admin.messages]: async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
      [admin.analytics]: async () =>
        (await import("../admin/analytics/analytics-page.tsx")).AnalyticsPage,
      [admin.info]: async () => (await import("../admin/info/info-page.tsx")).InfoPage,
      ...timelineScreens,
      [entriesPath("projects")]: async () =>
        (await import("../admin/projects/projects-page.tsx")).ProjectsPage,
      [entriesPath("skills")]: async () =>
        (await import("../admin/skills/skills-page.tsx")).SkillsPage,
      [admin.workspaceUser]: async () =>
        (await import("../admin/workspace-user/workspace-user-page.tsx")).WorkspaceUserPage,
      [admin.import]: async () => (await import("../admin/import/import-page.tsx")).ImportPage,
      [admin.notices]: async () => (await import("../admin/notices/notices-page.tsx")).NoticesPage,
      [admin.backups]: async () => (await import("../admin/backups/backups-page.tsx")).BackupsPage,
      [admin.account]: async () => (await import("../admin/account/account-page.tsx")).AccountPage,
    },
  },
  workspace: {
    login: workspace.login,
    open: {
      [workspace.login]: async () => (await import("../workspace/login/login-page.tsx")).LoginPage,
    },
    guarded: {
      [workspace.dashboard]: async () =>
        (await import("../workspace/dashboard/dashboard-page.tsx")).DashboardPage,
      [workspace.notes]: async () => (await import("../workspace/notes/notes-page.tsx")).NotesPage,
      [workspace.notion]: async () =>
        (await import("../workspace/notion/notion-page.tsx")).NotionPage,
      [workspace.tasks]: async () => (await import("../workspace/tasks/tasks-page.tsx")).TasksPage,
      [workspace.files]: async () => (await import("../workspace/files/files-page.tsx")).FilesPage,
      [workspace.account]: async () =>
        (await import("../workspace/account/account-page.tsx")).AccountPage,
    },
  },
};

interface FirstScreen {
  area: Area;
  path: string;
  guarded: boolean;
}

/** The screen of the opened URL, or the login that it needs first; null for any other URL. */
export function firstScreen(): FirstScreen | null {
  const path = location.hash.slice(1).split("?")[0] ?? "";
  for (const area of ["admin", "workspace"] as const) {
    const { login, open, guarded } = screens[area];
    if (open[path]) return { area, path, guarded: false };
    if (!guarded[path]) continue;
    if (!readStoredSession(area)) return { area, path: login, guarded: false };
    return { area, path, guarded: true };
  }
  return null;
}

/** Loads the first screen, if it is an open one. A failure recurs, and is reported, when it is shown. */
export function preloadOpenScreen(): void {
  const first = firstScreen();
  if (first && !first.guarded) screens[first.area].open[first.path]?.().catch(() => {});
}
