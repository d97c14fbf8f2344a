import { addLink } from "./add-link.ts";

export type Load = (url: string) => Promise<unknown>;

/**
 * Loads a module and, in parallel, the modules it imports.
 * @param urls the module's, then those of its imports.
 */
export function loadModules([entry = "", ...imported]: string[], load: Load): Promise<unknown> {
  for (const href of imported) addLink("modulepreload", href);
  return load(entry);
}

/** Logs that some of the landing page's code could not be loaded. */
export function logIncomplete(error: unknown): void {
  console.error("The page keeps its delivered HTML", error);
}
