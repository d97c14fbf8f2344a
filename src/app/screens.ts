import type { ComponentType } from "react";
import type { Area } from "../lib/area.ts";
import { paths } from "../lib/paths.ts";
import { readStoredSession } from "../lib/stored-session.ts";

const { admin, workspace } = paths;

/**
 * The screens that need no session, by their path; the login first. All others, which need the code
 * of the frame, are in the areas' `shell/screens.ts`.
 */
export const openScreens: Record<Area, Record<string, () => Promise<ComponentType>>> = {
  admin: {
    [admin.login]: async () => (await import("../admin/login/login-page.tsx")).LoginPage,
    [admin.setup]: async () => (await import("../admin/setup/setup-page.tsx")).SetupPage,
  },
  workspace: {
    [workspace.login]: async () => (await import("../workspace/login/login-page.tsx")).LoginPage,
  },
};

interface FirstScreen {
  area: Area;
  path: string;
  guarded: boolean;
}

/** The screen of the opened URL, or the login it requires first; null outside the areas. */
export function firstScreen(): FirstScreen | null {
  const path = location.hash.slice(1).split("?")[0] ?? "";
  for (const area of ["admin", "workspace"] as const) {
    const { dashboard, login } = paths[area];
    if (!`${path}/`.startsWith(`${dashboard}/`)) continue;
    const guarded = !(path in openScreens[area]);
    if (!guarded || readStoredSession(area)) return { area, path, guarded };
    return { area, path: login, guarded: false };
  }
  return null;
}

/** Loads the first screen if it needs no session. A failure recurs when the screen is shown. */
export function preloadOpenScreen(): void {
  const first = firstScreen();
  if (first) openScreens[first.area][first.path]?.().catch(() => {});
}
