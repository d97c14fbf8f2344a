import { isAppRoute } from "../../lib/app-route.ts";
import { once } from "../../lib/once.ts";
import { addLink } from "./add-link.ts";
import { type Load, loadModules, logIncomplete } from "./load-modules.ts";

export interface RouteOptions {
  /** URL of the landing page's reading code; empty when there is nothing to read. */
  landing: string;
  /** URLs of the application's modules; the first starts it, the others are its imports. */
  app: string[];
  /** URLs of the application's style sheets. */
  styles: string[];
  /** True when the page was delivered without content and must load it at once. */
  eager: boolean;
  load: Load;
}

/**
 * Shows the landing page or the application, now and on every hash change. The landing page's
 * reading code loads after load and idle, or on the first interaction.
 */
export function startRoutes(options: RouteOptions): void {
  const root = document.documentElement;
  root.dataset.js = "";
  const loadLanding = once(() => {
    if (!options.landing) return;
    options.load(options.landing).catch(logIncomplete);
  });
  const loadApp = once(() => {
    for (const href of options.styles) addLink("stylesheet", href);
    loadModules(options.app, options.load).catch((error: unknown) => console.error(error));
  });

  function route(): void {
    const inApp = isAppRoute(location.hash);
    const wasInApp = root.dataset.area === "app";
    if (inApp) {
      root.dataset.area = "app";
      loadApp();
      return;
    }
    delete root.dataset.area;
    followSlashedAnchor();
    if (wasInApp) returnToPage(loadLanding);
    else if (options.eager) loadLanding();
    else whenQuiet(loadLanding);
  }

  addEventListener("hashchange", route);
  addEventListener("DOMContentLoaded", followSlashedAnchor);
  route();
}

// Browsers scroll to `#about` themselves, but not to `#/about`.
function followSlashedAnchor(): void {
  if (location.hash.startsWith("#/")) anchor()?.scrollIntoView();
}

function anchor(): HTMLElement | null {
  return document.getElementById(location.hash.replace(/^#\/?/, ""));
}

function returnToPage(loadLanding: () => void): void {
  loadLanding();
  const target = anchor();
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
}

function whenQuiet(loadLanding: () => void): void {
  for (const sign of ["pointerdown", "keydown", "touchstart", "wheel"]) {
    addEventListener(sign, loadLanding, { passive: true });
  }
  const afterLoad = () => {
    // Safari has no idle callback.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(loadLanding, { timeout: 2000 });
    else setTimeout(loadLanding, 200);
  };
  if (document.readyState === "complete") afterLoad();
  else addEventListener("load", afterLoad);
}
