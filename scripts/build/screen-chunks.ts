import { resolve } from "node:path";
import type { Rolldown } from "vite";

/** Loads the screen of the URL, in parallel with the application. */
const ENTRY = resolve("src/app/main.ts");

/** The screens a visitor may open first; each needs everything the entry needs. */
const FIRST = [
  "src/app/start.tsx",
  "src/admin/login/login-page.tsx",
  "src/admin/shell/admin-layout.tsx",
  "src/admin/dashboard/dashboard-page.tsx",
  "src/workspace/login/login-page.tsx",
  "src/workspace/shell/workspace-layout.tsx",
  "src/workspace/dashboard/dashboard-page.tsx",
].map((file) => resolve(file));

/** Imports every screen dynamically. */
const SCREENS = resolve("src/app/screens.ts");

/** The client of the Data API, which the first screens load after their first paint. */
const CLIENT = resolve("src/lib/supabase.ts");

type ModuleOf = (id: string) => Rolldown.ModuleInfo | null;

/**
 * Four chunks: the entry, what the first screens import, the client of the Data API, and what at
 * least two of the other screens import. Split along shared modules, a screen would be thirty to
 * forty chunks, each a request, and the frame would load only after the entry has run.
 */
export function screenChunks(): Rolldown.CodeSplittingGroup[] {
  let chunks: Map<string, string> | undefined;
  // A group also takes what its modules import and no group before it has taken.
  return ["app-entry", "first-screens", "data-client", "shared-screens"].map((chunk) => ({
    debugName: chunk,
    name(moduleId, context) {
      chunks ??= chunksOf((id) => context.getModuleInfo(id));
      return chunks.get(moduleId) === chunk ? chunk : null;
    },
  }));
}

/** The chunk of each module that is in one of the four. */
function chunksOf(moduleOf: ModuleOf): Map<string, string> {
  const screens = moduleOf(SCREENS)?.dynamicallyImportedIds ?? [];
  const uses = new Map<string, number>();
  for (const screen of screens) {
    for (const id of importedBy([screen], moduleOf)) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  const shared = [...uses.keys()].filter((id) => (uses.get(id) ?? 0) > 1);
  const chunks = new Map<string, string>();
  for (const id of shared) chunks.set(id, "shared-screens");
  for (const id of importedBy([CLIENT], moduleOf)) chunks.set(id, "data-client");
  for (const id of importedBy(FIRST, moduleOf)) chunks.set(id, "first-screens");
  for (const id of importedBy([ENTRY], moduleOf)) chunks.set(id, "app-entry");
  return chunks;
}

/** The modules themselves and their direct and indirect static imports, without dynamic ones. */
function importedBy(roots: readonly string[], moduleOf: ModuleOf): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    const module = moduleOf(id);
    if (!module && roots.includes(id)) throw new Error(`${id} is no module of the application.`);
    found.add(id);
    open.push(...(module?.importedIds ?? []));
  }
  return found;
}
