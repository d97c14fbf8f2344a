import { resolve } from "node:path";
import type { Rolldown } from "vite";

/** The screens a visitor may open first; each needs everything the entry needs. */
const SCREENS = [
  "src/app/main.tsx",
  "src/admin/login/login-page.tsx",
  "src/admin/shell/admin-layout.tsx",
  "src/admin/dashboard/dashboard-page.tsx",
  "src/workspace/login/login-page.tsx",
  "src/workspace/shell/workspace-layout.tsx",
  "src/workspace/dashboard/dashboard-page.tsx",
].map((file) => resolve(file));

/**
 * One chunk with everything the first screens import. Split along shared modules it would be thirty
 * chunks, each a request, and the frame would load only after the entry has run.
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

/** The modules themselves and their direct and indirect static imports, without dynamic ones. */
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
