import type { ComponentType } from "react";
import { createHashRouter, type RouteObject } from "react-router";
import { AdminLayout } from "../admin/shell/admin-layout.tsx";
import { RequireSession } from "../auth/require-session.tsx";
import { type Area, areaNames } from "../lib/area.ts";
import { lazyComponent } from "../ui/lazy-component.ts";
import { WorkspaceLayout } from "../workspace/shell/workspace-layout.tsx";
import { AdminArea } from "./admin-area.tsx";
import { framedScreen } from "./framed-screen.tsx";
import { LeaveToSite } from "./leave-to-site.tsx";
import { RouterError } from "./router-error.tsx";
import { ScreenPlaceholder } from "./screen-placeholder.tsx";
import { firstScreen, screens } from "./screens.ts";
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
  admin: componentsOf("admin", AdminLayout),
  workspace: componentsOf("workspace", WorkspaceLayout),
};

/** @param Layout the frame of the guarded screens. */
function componentsOf(area: Area, Layout: ComponentType) {
  const { open, guarded } = screens[area];
  const Placeholder = () => <ScreenPlaceholder area={areaNames[area]} />;
  return {
    Layout,
    open: mapValues(open, (load) => lazyComponent(load)),
    guarded: mapValues(guarded, (load) => framedScreen(load, Placeholder)),
  };
}

function mapValues<From, To>(
  record: Record<string, From>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** @param Inside rendered in the frame, around each guarded screen. */
function routesOf(area: Area, Inside?: ComponentType): RouteObject[] {
  const { Layout, open, guarded } = components[area];
  const inFrame = { ErrorBoundary: RouterError, children: toRoutes(guarded) };
  const frame = {
    Component: Layout,
    children: [Inside ? { Component: Inside, children: [inFrame] } : inFrame],
  };
  const guard = { element: <RequireSession login={screens[area].login} />, children: [frame] };
  return [...toRoutes(open), guard];
}

function toRoutes(components: Record<string, { Component: ComponentType }>): RouteObject[] {
  return Object.entries(components).map(([path, { Component }]) => ({ path, Component }));
}

/** Prepares the screen of the first URL, which is known before React starts; loads an open one. */
export async function prepareFirstScreen(): Promise<void> {
  const first = firstScreen();
  if (!first) return;
  const { open, guarded } = components[first.area];
  if (first.guarded) guarded[first.path]?.markFirst();
  else await open[first.path]?.preload();
}
