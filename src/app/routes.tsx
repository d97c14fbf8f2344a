import { type ComponentType, useEffect } from "react";
import {
  createHashRouter,
  isRouteErrorResponse,
  type RouteObject,
  useLocation,
  useRouteError,
} from "react-router";
import { AdminLayout } from "../admin/shell/admin-layout.tsx";
import { screens as adminScreens } from "../admin/shell/screens.ts";
import { RequireSession } from "../auth/require-session.tsx";
import { isAppRoute } from "../lib/app-route.ts";
import { type Area, areaNames } from "../lib/area.ts";
import { readErrorOf } from "../lib/errors.ts";
import { paths } from "../lib/paths.ts";
import type { AreaScreen } from "../lib/screen.ts";
import { buttonClass } from "../ui/button.tsx";
import { lazyComponent, retryFailedCode } from "../ui/lazy-component.ts";
import { PageHeader, ScreenContext } from "../ui/page-header.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { screens as workspaceScreens } from "../workspace/shell/screens.ts";
import { WorkspaceLayout } from "../workspace/shell/workspace-layout.tsx";
import { AdminArea } from "./admin-area.tsx";
import { framedScreen } from "./framed-screen.tsx";
import { firstScreen, openScreens } from "./screens.ts";
import { WorkspaceArea } from "./workspace-area.tsx";
import { WorkspaceTransfers } from "./workspace-transfers.tsx";

/** The hash router with every screen; each screen's code loads when its URL is opened. */
export function createRouter() {
  return createHashRouter([
    {
      ErrorBoundary: RouterError,
      children: [
        { Component: AdminArea, children: routesOf("admin") },
        { Component: WorkspaceArea, children: routesOf("workspace", WorkspaceTransfers) },
        { path: "*", Component: LeaveToSite },
      ],
    },
  ]);
}

const components = {
  admin: componentsOf("admin", adminScreens, AdminLayout),
  workspace: componentsOf("workspace", workspaceScreens, WorkspaceLayout),
};

/** @param Layout the frame of the guarded screens. */
function componentsOf(area: Area, screens: readonly AreaScreen[], Layout: ComponentType) {
  const open = Object.entries(openScreens[area]).map(([path, load]) => [path, lazyComponent(load)]);
  const guarded = screens.map(({ path, title, load }) => {
    const { Component, markFirst } = framedScreen(load, ScreenPlaceholder);
    const named = { title, area: areaNames[area] };
    const Screen = () => (
      <ScreenContext value={named}>
        <Component />
      </ScreenContext>
    );
    return [path, { Component: Screen, markFirst }];
  });
  return { Layout, open: Object.fromEntries(open), guarded: Object.fromEntries(guarded) };
}

/** @param Inside component in the frame, around each guarded screen. */
function routesOf(area: Area, Inside?: ComponentType): RouteObject[] {
  const { Layout, open, guarded } = components[area];
  const inFrame = { ErrorBoundary: RouterError, children: toRoutes(guarded) };
  const frame = {
    Component: Layout,
    children: [Inside ? { Component: Inside, children: [inFrame] } : inFrame],
  };
  const guard = { element: <RequireSession login={paths[area].login} />, children: [frame] };
  return [...toRoutes(open), guard];
}

function toRoutes(components: Record<string, { Component: ComponentType }>): RouteObject[] {
  return Object.entries(components).map(([path, { Component }]) => ({ path, Component }));
}

/** Prepares the first URL's screen before React starts; loads it if it needs no session. */
export async function prepareFirstScreen(): Promise<void> {
  const first = firstScreen();
  if (!first) return;
  const { open, guarded } = components[first.area];
  if (first.guarded) guarded[first.path]?.markFirst();
  else await open[first.path]?.preload();
}

/** Shows the landing page for any URL the application does not know. */
function LeaveToSite() {
  // Runs again for every URL, because one unknown URL may follow another.
  useLocation();
  useEffect(() => {
    // Other hashes belong to the landing page, which the boot script already shows.
    if (isAppRoute(location.hash)) location.replace("#home");
  });
  return null;
}

/** Shown in place of a screen that failed because of a bug or code that could not be loaded. */
function RouterError() {
  const error = useRouteError();
  useEffect(() => retryFailedCode, []);
  return (
    <main className="grid max-w-[66ch] gap-4 p-6 sm:p-10" role="alert">
      <h1 className="text-title tracking-tight">Unexpected Application Error!</h1>
      <p className="text-bad">
        {isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : readErrorOf(error)}
      </p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>
          Reload
        </button>
        <a className={buttonClass()} href={paths.site}>
          Back to Profile
        </a>
      </p>
    </main>
  );
}

/**
 * A screen whose code is loading: its heading and an outline of its content. Assistive technology
 * announces the loading; the heading is already the screen's own.
 */
function ScreenPlaceholder() {
  return (
    <>
      <div aria-hidden="true">
        <PageHeader />
      </div>
      <SkeletonRows />
    </>
  );
}
