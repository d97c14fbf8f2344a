import { type Load, loadModules, logIncomplete } from "./load-modules.ts";

/** Dispatched on the window when React is needed without an interaction. */
export const HYDRATE_EVENT = "foyer-hydrate";

/** Dispatched on the window when it could not be loaded. */
export const NOT_HYDRATED_EVENT = "foyer-not-hydrated";

/**
 * Loads React for the message form on the first interaction, or when the reading code asks for it.
 * A failed attempt is repeated on the next one.
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
