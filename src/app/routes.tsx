import { createHashRouter, type RouteObject } from "react-router";
import { RequireSession } from "../auth/require-session.tsx";
import type { Area } from "../lib/area.ts";
import { paths } from "../lib/paths.ts";
import { readStoredSession } from "../lib/stored-session.ts";
import { type LazyComponent, lazyComponent } from "../ui/lazy-component.ts";
import { AdminArea } from "./admin-area.tsx";
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

const adminLayout = lazyComponent(
  async () => (await import("../admin/shell/admin-layout.tsx")).AdminLayout,
);

const workspaceLayout = lazyComponent(
  async () => (await import("../workspace/shell/workspace-layout.tsx")).WorkspaceLayout,
);

const workspaceLogin = lazyComponent(
  async () => (await import("../workspace/login/login-page.tsx")).LoginPage,
);

/** Admin screens that need no session. */
const openScreens: Record<string, LazyComponent> = {
  [admin.login]: lazyComponent(
    async () => (await import("../admin/login/login-page.tsx")).LoginPage,
  ),
  [admin.setup]: lazyComponent(
    async () => (await import("../admin/setup/setup-page.tsx")).SetupPage,
  ),
};

/** Admin screens that need the owner's session. */
const ownerScreens: Record<string, LazyComponent> = {
  [admin.dashboard]: lazyComponent(
    async () => (await import("../admin/dashboard/dashboard-page.tsx")).DashboardPage,
  ),
  [admin.messages]: lazyComponent(
    async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
  ),
  [admin.analytics]: lazyComponent(
    async () => (await import("../admin/analytics/analytics-page.tsx")).AnalyticsPage,
  ),
  [admin.info]: lazyComponent(async () => (await import("../admin/info/info-page.tsx")).InfoPage),
  [admin.experience]: lazyComponent(
    async () => (await import("../admin/experience/experience-page.tsx")).ExperiencePage,
  ),
  [admin.education]: lazyComponent(
    async () => (await import("../admin/education/education-page.tsx")).EducationPage,
  ),
  [admin.projects]: lazyComponent(
    async () => (await import("../admin/projects/projects-page.tsx")).ProjectsPage,
  ),
  [admin.skills]: lazyComponent(
    async () => (await import("../admin/skills/skills-page.tsx")).SkillsPage,
  ),
  [admin.workspaceUser]: lazyComponent(
    async () => (await import("../admin/workspace-user/workspace-user-page.tsx")).WorkspaceUserPage,
  ),
  [admin.import]: lazyComponent(
    async () => (await import("../admin/import/import-page.tsx")).ImportPage,
  ),
  [admin.notices]: lazyComponent(
    async () => (await import("../admin/notices/notices-page.tsx")).NoticesPage,
  ),
  [admin.backups]: lazyComponent(
    async () => (await import("../admin/backups/backups-page.tsx")).BackupsPage,
  ),
  [admin.account]: lazyComponent(
    async () => (await import("../admin/account/account-page.tsx")).AccountPage,
  ),
};

function routesOf(screens: Record<string, LazyComponent>): RouteObject[] {
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
  screen: LazyComponent | undefined,
  layout: LazyComponent,
  login: LazyComponent | undefined,
): (LazyComponent | undefined)[] {
  if (!screen) return [];
  return readStoredSession(area) ? [layout, screen] : [login];
}
