import { createHashRouter, type RouteObject } from "react-router";
import { RequireSession } from "../auth/require-session.tsx";
import { readKeptSession } from "../lib/kept-session.ts";
import { paths } from "../lib/paths.ts";
import { AdminArea } from "./admin-area.tsx";
import { type LazyScreen, lazyScreen } from "./lazy-screen.ts";
import { LeaveToSite } from "./leave-to-site.tsx";
import { NotInThisVersion } from "./not-in-this-version.tsx";
import { RouterError } from "./router-error.tsx";

/** The hash router with every screen; each screen's code arrives when its address is opened. */
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
        { path: "/workspace/*", Component: NotInThisVersion },
        { path: "*", Component: LeaveToSite },
      ],
    },
  ]);
}

const { admin } = paths;

const adminLayout = lazyScreen(
  async () => (await import("../admin/shell/admin-layout.tsx")).AdminLayout,
);

/** Open to everyone. */
const openScreens: Record<string, LazyScreen> = {
  [admin.login]: lazyScreen(async () => (await import("../admin/login/login-page.tsx")).LoginPage),
  [admin.setup]: lazyScreen(async () => (await import("../admin/setup/setup-page.tsx")).SetupPage),
};

/** Behind the owner's session. */
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
};

function routesOf(screens: Record<string, LazyScreen>): RouteObject[] {
  return Object.entries(screens).map(([path, { Component }]) => ({ path, Component }));
}

/** Fetches what the first address will show, which is known before React has started. */
export async function preloadFirstScreen(): Promise<void> {
  const path = location.hash.slice(1).split("?")[0] ?? "";
  const screen = ownerScreens[path];
  if (screen && readKeptSession("admin")) {
    await Promise.all([adminLayout.preload(), screen.preload()]);
  } else if (screen) {
    await openScreens[admin.login]?.preload();
  } else {
    await openScreens[path]?.preload();
  }
}
