import { createHashRouter, type RouteObject } from "react-router";
import { RequireSession } from "../auth/require-session.tsx";
import { paths } from "../lib/paths.ts";
import { Spinner } from "../ui/spinner.tsx";
import { AdminArea } from "./admin-area.tsx";
import { LeaveToSite } from "./leave-to-site.tsx";
import { NotInThisVersion } from "./not-in-this-version.tsx";
import { RouterError } from "./router-error.tsx";

/** The hash router with every screen; each screen's code arrives when its address is opened. */
export function createRouter() {
  return createHashRouter([
    {
      ErrorBoundary: RouterError,
      HydrateFallback: Spinner,
      children: [
        { Component: AdminArea, children: adminRoutes },
        { path: "/workspace/*", Component: NotInThisVersion },
        { path: "*", Component: LeaveToSite },
      ],
    },
  ]);
}

const { admin } = paths;

const adminRoutes: RouteObject[] = [
  screen(admin.login, async () => (await import("../admin/login/login-page.tsx")).LoginPage),
  {
    element: <RequireSession login={admin.login} />,
    children: [
      {
        lazy: async () => ({
          Component: (await import("../admin/shell/admin-layout.tsx")).AdminLayout,
        }),
        ErrorBoundary: RouterError,
        children: [
          screen(
            admin.dashboard,
            async () => (await import("../admin/dashboard/dashboard-page.tsx")).DashboardPage,
          ),
          screen(
            admin.messages,
            async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
          ),
          screen(admin.info, async () => (await import("../admin/info/info-page.tsx")).InfoPage),
          screen(
            admin.experience,
            async () => (await import("../admin/experience/experience-page.tsx")).ExperiencePage,
          ),
          screen(
            admin.education,
            async () => (await import("../admin/education/education-page.tsx")).EducationPage,
          ),
          screen(
            admin.projects,
            async () => (await import("../admin/projects/projects-page.tsx")).ProjectsPage,
          ),
          screen(
            admin.skills,
            async () => (await import("../admin/skills/skills-page.tsx")).SkillsPage,
          ),
          screen(
            admin.workspaceUser,
            async () =>
              (await import("../admin/workspace-user/workspace-user-page.tsx")).WorkspaceUserPage,
          ),
        ],
      },
    ],
  },
];

function screen(path: string, load: () => Promise<React.ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}
