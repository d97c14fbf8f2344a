import { createHashRouter, type RouteObject } from "react-router";
import { RequireSession } from "../auth/require-session.tsx";
import type { Area } from "../lib/area.ts";
import { paths } from "../lib/paths.ts";
import { readStoredSession } from "../lib/stored-session.ts";
import { AdminArea } from "./admin-area.tsx";
import { type LazyScreen, lazyScreen } from "./lazy-screen.ts";
import { LeaveToSite } from "./leave-to-site.tsx";
import { RouterError } from "./router-error.tsx";
import { WorkspaceArea } from "./workspace-area.tsx";
import { workspaceScreens } from "./workspace-screens.ts";
import { WorkspaceTransfers } from "./workspace-transfers.tsx";

/** The hash router with every screen; each screen's code loads when its URL is opened. */
export function createRouter() {
  return createHashRouter([
    {
      ErrorBoundary: RouterError,
      children: [
        {
          Component: AdminArea,
          children: [
            ...routesOf(openScreens),
            {
              element: <RequireSession login={admin.login} />,
              children: [
                {
                  Component: adminLayout.Component,
                  children: [{ ErrorBoundary: RouterError, children: routesOf(ownerScreens) }],
                },
              ],
            },
          ],
        },
        {
          Component: WorkspaceArea,
          children: [
            { path: workspace.login, Component: workspaceLogin.Component },
            {
              element: <RequireSession login={workspace.login} />,
              children: [
                {
                  Component: workspaceLayout.Component,
                  children: [
                    {
                      Component: WorkspaceTransfers,
                      children: [
                        { ErrorBoundary: RouterError, children: routesOf(workspaceScreens) },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
        { path: "*", Component: LeaveToSite },
      ],
    },
  ]);
}

const { admin, workspace } = paths;

const adminLayout = lazyScreen(
  async () => (await import("../admin/shell/admin-layout.tsx")).AdminLayout,
);

const workspaceLayout = lazyScreen(
  async () => (await import("../workspace/shell/workspace-layout.tsx")).WorkspaceLayout,
);

const workspaceLogin = lazyScreen(
  async () => (await import("../workspace/login/login-page.tsx")).LoginPage,
);

/** Admin screens that need no session. */
const openScreens: Record<string, LazyScreen> = {
  [admin.login]: lazyScreen(async () => (await import("../admin/login/login-page.tsx")).LoginPage),
  [admin.setup]: lazyScreen(async () => (await import("../admin/setup/setup-page.tsx")).SetupPage),
};

/** Admin screens that need the owner's session. */
const ownerScreens: Record<string, LazyScreen> = {
  [admin.dashboard]: lazyScreen(
    async () => (await import("../admin/dashboard/dashboard-page.tsx")).DashboardPage,
  ),
  [admin.messages]: lazyScreen(
    async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
  ),
  [admin.info]: lazyScreen(async () => (await import("../admin/info/info-page.tsx")).InfoPage),
  [admin.experience]: lazyScreen(
    async () => (await import("../admin/experience/experience-page.tsx")).ExperiencePage,
  ),
  [admin.education]: lazyScreen(
    async () => (await import("../admin/education/education-page.tsx")).EducationPage,
  ),
  [admin.projects]: lazyScreen(
    async () => (await import("../admin/projects/projects-page.tsx")).ProjectsPage,
  ),
  [admin.skills]: lazyScreen(
    async () => (await import("../admin/skills/skills-page.tsx")).SkillsPage,
  ),
  [admin.workspaceUser]: lazyScreen(
    async () => (await import("../admin/workspace-user/workspace-user-page.tsx")).WorkspaceUserPage,
  ),
  [admin.backups]: lazyScreen(
    async () => (await import("../admin/backups/backups-page.tsx")).BackupsPage,
  ),
};

function routesOf(screens: Record<string, LazyScreen>): RouteObject[] {
  return Object.entries(screens).map(([path, { Component }]) => ({ path, Component }));
}

/** Preloads the screen of the first URL, which is known before React starts. */
export async function preloadFirstScreen(): Promise<void> {
  const path = location.hash.slice(1).split("?")[0] ?? "";
  const first = [
    openScreens[path],
    ...behindSession("admin", ownerScreens[path], adminLayout, openScreens[admin.login]),
    ...behindSession("workspace", workspaceScreens[path], workspaceLayout, workspaceLogin),
  ];
  if (path === workspace.login) first.push(workspaceLogin);
  await Promise.all(first.map((screen) => screen?.preload()));
}

function behindSession(
  area: Area,
  screen: LazyScreen | undefined,
  layout: LazyScreen,
  login: LazyScreen | undefined,
): (LazyScreen | undefined)[] {
  if (!screen) return [];
  return readStoredSession(area) ? [layout, screen] : [login];
}
