import { resolve } from "node:path";
import type { Rolldown } from "vite";

/** What somebody may meet first; each of them needs everything the entry needs. */
const SCREENS = [
  "src/app/main.tsx",
  "src/admin/login/login-page.tsx",
  "src/admin/shell/admin-layout.tsx",
  "src/admin/dashboard/dashboard-page.tsx",
].map((file) => resolve(file));

/**
 * One file with all that the first screens import: cut where screens share something, it would come
 * in thirty pieces, each a request, and the frame only after the entry has run.
 */
export function firstScreens(): Rolldown.CodeSplittingGroup {
  let needed: Set<string> | undefined;
  return {
    debugName: "first screens",
    name(moduleId, context) {
      needed ??= importedBy(SCREENS, (id) => context.getModuleInfo(id)?.importedIds);
      return needed.has(moduleId) ? "first-screens" : null;
    },
  };
}

/** The modules themselves and what they import, directly or not; what they load later is left out. */
function importedBy(
  roots: readonly string[],
  importsOf: (id: string) => readonly string[] | undefined,
): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    const imports = importsOf(id);
    if (!imports && roots.includes(id)) throw new Error(`${id} is no module of the application.`);
    found.add(id);
    open.push(...(imports ?? []));
  }
  return found;
}
