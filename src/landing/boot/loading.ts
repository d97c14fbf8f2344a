import { isAppRoute, isShareRoute } from "../../lib/app-route.ts";
import { once } from "../../lib/once.ts";
import { addLink, dataset, setLanguage } from "./root.ts";

/** The boot script's attributes: URLs of the code it may load, in lists separated by spaces. */
interface CodeUrls {
  /** The landing page's after-load code; empty when there is none. */
  landing?: string;
  /** The application's modules; the first starts it, the others are its imports. */
  app?: string;
  styles?: string;
  /** Module of the pages that open shared links. */
  share?: string;
  shareStyles?: string;
  /** Present when the page was delivered without content, which must be loaded at once. */
  eager?: string;
}

/**
 * Shows the landing page or the application, now and on every hash change. The landing page's
 * after-load code is loaded when the browser is idle after the load event, or on the first
 * interaction.
 */
export function startRoutes(
  { landing, app, styles, share, shareStyles, eager }: CodeUrls,
  load = (url: string): Promise<unknown> => import(/* @vite-ignore */ url),
): void {
  dataset.js = "";
  const loadLanding = once(() => {
    if (!landing) return;
    load(landing).catch((error) => console.error("The page keeps its delivered HTML", error));
  });
  const start = (modules = "", sheets?: string) =>
    once(() => {
      const [entry = "", ...imported] = modules.split(" ");
      for (const href of sheets?.split(" ") ?? []) addLink("stylesheet", href);
      for (const href of imported) addLink("modulepreload", href);
      load(entry).catch(console.error);
    });
  const areas = { app: start(app, styles), share: start(share, shareStyles) };
  let open: string | undefined;

  function route(): void {
    const before = dataset.area;
    const { hash } = location;
    const area = isAppRoute(hash) ? "app" : isShareRoute(hash) ? "share" : undefined;
    if (area) {
      // Both areas render into the same element.
      if (open && open !== area) location.reload();
      else {
        open = area;
        dataset.area = area;
        setLanguage();
        areas[area]();
      }
      return;
    }
    delete dataset.area;
    setLanguage();
    if (before) {
      loadLanding();
      (anchor() ?? document.documentElement).scrollIntoView();
    } else followSlashedAnchor();
  }

  addEventListener("hashchange", route);
  addEventListener("DOMContentLoaded", followSlashedAnchor);
  route();
  if (dataset.area) return;
  if (eager === undefined) whenQuiet(loadLanding);
  else loadLanding();
}

// Browsers scroll to `#about` themselves, but not to `#/about`.
function followSlashedAnchor(): void {
  if (location.hash.startsWith("#/")) anchor()?.scrollIntoView();
}

function anchor(): HTMLElement | null {
  return document.getElementById(location.hash.replace(/^#\/?/, ""));
}

function whenQuiet(loadLanding: () => void): void {
  // On the window, browsers treat the last two as passive.
  for (const sign of ["pointerdown", "keydown", "touchstart", "wheel"]) {
    addEventListener(sign, loadLanding);
  }
  addEventListener("load", () => {
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(loadLanding, { timeout: 2000 });
    else setTimeout(loadLanding, 200);
  });
}
