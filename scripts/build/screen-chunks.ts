import { resolve } from "node:path";
import type { Rolldown } from "vite";

/** Loads the application, and in parallel a screen of the URL that needs no session. */
const ENTRY = resolve("src/app/main.ts");

/**
 * What every signed-in screen needs: the application with the frames, and the areas' dashboards.
 */
const FRAMES = [
  "src/app/start.tsx",
  "src/admin/dashboard/dashboard-page.tsx",
  "src/workspace/dashboard/dashboard-page.tsx",
].map((file) => resolve(file));

/** What is shown without a session. */
const LOGINS = ["src/admin/login/login-page.tsx", "src/workspace/login/login-page.tsx"].map(
  (file) => resolve(file),
);

/** Imports every screen dynamically. */
const SCREENS = resolve("src/app/screens.ts");

/** The client of the Data API, which loads after the first paint. */
const CLIENT = resolve("src/lib/supabase.ts");

/**
 * Code that changes only with a new version of React or the router, and is compiled in parallel
 * with the rest.
 */
const REACT = /\/node_modules\/(react|react-dom|scheduler|react-router)\//;

type ModuleOf = (id: string) => Rolldown.ModuleInfo | null;

/**
 * Six chunks: the entry, React with the router, the frames, the logins, the client of the Data API,
 * and what at least two of the other screens import. Split along shared modules, a screen would be
 * thirty to forty chunks, each a request, and the frame would load only after the entry has run.
 */
export function screenChunks(): Rolldown.CodeSplittingGroup[] {
  let chunks: Map<string, string> | undefined;
  // A group also includes what its modules import, unless an earlier group has it.
  return ["app-entry", "react", "frames", "logins", "data-client", "shared-screens"].map(
    (chunk) => ({
      debugName: chunk,
      name(moduleId, context) {
        chunks ??= chunksOf((id) => context.getModuleInfo(id));
        return chunks.get(moduleId) === chunk ? chunk : null;
      },
    }),
  );
}

/** The chunk of each module that is in one of the six. */
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
  for (const id of importedBy(LOGINS, moduleOf)) chunks.set(id, "logins");
  for (const id of importedBy(FRAMES, moduleOf))
    chunks.set(id, REACT.test(id) ? "react" : "frames");
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
