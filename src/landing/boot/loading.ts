import { isAppRoute } from "../../lib/app-route.ts";
import { once } from "../../lib/once.ts";

type Load = (url: string) => Promise<unknown>;

/** Dispatched on the window when React is needed without an interaction. */
export const HYDRATE_EVENT = "foyer-hydrate";

/** Dispatched on the window when it could not be loaded. */
export const NOT_HYDRATED_EVENT = "foyer-not-hydrated";

/**
 * Loads React for the message form on the first interaction, or when the after-load code asks for
 * it. A failed attempt is repeated on the next one.
 * @param modules URLs of the form's module and its imports; empty on a page without the form.
 */
export function startHydration(modules: string[], load: Load): void {
  if (modules.length === 0) return;
  let started = false;
  const hydrate = () => {
    // In the application these events have nothing to do with this page.
    if (started || document.documentElement.dataset.area === "app") return;
    started = true;
    loadModules(modules, load).catch((error: unknown) => {
      started = false;
      logIncomplete(error);
      dispatchEvent(new Event(NOT_HYDRATED_EVENT));
    });
  };
  for (const sign of ["pointerdown", "keydown", "focusin", HYDRATE_EVENT]) {
    addEventListener(sign, hydrate);
  }
}

interface RouteOptions {
  /** URL of the landing page's after-load code; empty when there is none. */
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
 * after-load code loads when the browser is idle after the load, or on the first interaction.
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

/** Adds a link element to the head. */
export function addLink(rel: string, href: string, other?: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }, other));
}

/** Loads a module, whose URL is the first, and in parallel those that it imports. */
function loadModules([entry = "", ...imported]: string[], load: Load): Promise<unknown> {
  for (const href of imported) addLink("modulepreload", href);
  return load(entry);
}

function logIncomplete(error: unknown): void {
  console.error("The page keeps its delivered HTML", error);
}
