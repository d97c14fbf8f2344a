import { createHashRouter, type RouteObject } from "react-router";
import { RequireSession } from "../auth/require-session.tsx";
import type { Area } from "../lib/area.ts";
import { paths } from "../lib/paths.ts";
import { readStoredSession } from "../lib/stored-session.ts";
import { type LazyComponent, lazyComponent } from "../ui/lazy-component.ts";
import { AdminArea } from "./admin-area.tsx";
import { LeaveToSite } from "./leave-to-site.tsx";
import { RouterError } from "./router-error.tsx";
import {
  type LoadScreen,
  openedPath,
  openScreens,
  ownerScreens,
  workspaceScreens,
} from "./screens.ts";
import { WorkspaceArea } from "./workspace-area.tsx";
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
            ...routesOf(open),
            {
              element: <RequireSession login={admin.login} />,
              children: [
                {
                  Component: adminLayout.Component,
                  children: [{ ErrorBoundary: RouterError, children: routesOf(ofOwner) }],
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
                        { ErrorBoundary: RouterError, children: routesOf(ofWorkspaceUser) },
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

const lazily = (screens: Record<string, LoadScreen>): Record<string, LazyComponent> =>
  Object.fromEntries(Object.entries(screens).map(([path, load]) => [path, lazyComponent(load)]));

const open = lazily(openScreens);
const ofOwner = lazily(ownerScreens);
const ofWorkspaceUser = lazily(workspaceScreens);

function routesOf(screens: Record<string, LazyComponent>): RouteObject[] {
  return Object.entries(screens).map(([path, { Component }]) => ({ path, Component }));
}

/** Preloads the screen of the first URL, which is known before React starts. */
export async function preloadFirstScreen(): Promise<void> {
  const path = openedPath();
  const first = [
    open[path],
    ...behindSession("admin", ofOwner[path], adminLayout, open[admin.login]),
    ...behindSession("workspace", ofWorkspaceUser[path], workspaceLayout, workspaceLogin),
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
