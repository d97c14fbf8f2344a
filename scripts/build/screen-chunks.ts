import { parse, resolve } from "node:path";
import type { Rolldown } from "vite";

/** Loads the application, and in parallel a screen of the URL that needs no session. */
const ENTRY = resolve("src/app/main.ts");

/**
 * Modules that every signed-in screen needs: the application with the frames, and the areas'
 * dashboards.
 */
const FRAMES = [
  "src/app/start.tsx",
  "src/admin/dashboard/dashboard-page.tsx",
  "src/workspace/dashboard/dashboard-page.tsx",
].map((file) => resolve(file));

/** Modules of screens that are shown without a session. */
const LOGINS = ["src/admin/login/login-page.tsx", "src/workspace/login/login-page.tsx"].map(
  (file) => resolve(file),
);

/** The modules of screens, which their `tool.ts` imports dynamically. */
const SCREEN = /[\\/](admin|workspace)[\\/][\w-]+[\\/]([\w-]+-page|timeline-screen)\.tsx$/;

const ADMIN = resolve("src/admin");

/** Parts of the account pages of both areas, and of the page of the workspace's user. */
const ACCOUNT = resolve("src/account");

/** The lists of the workspace's dashboard, which need some code of three other screens. */
const OVERVIEW = resolve("src/workspace/dashboard/overview.tsx");

/** The client of the Data API, which loads after the first paint. */
const CLIENT = resolve("src/lib/supabase.ts");

/**
 * Code that changes only with a new version of React or the router, and is compiled in parallel
 * with the rest.
 */
const REACT = /\/node_modules\/(react|react-dom|scheduler|react-router)\//;

/** Packages that validate and hold the fields of a form. */
const FORMS = /\/node_modules\/(zod|react-hook-form|@hookform)\//;

type ModuleOf = (id: string) => Rolldown.ModuleInfo | null;

/** An earlier group has the modules it shares with a later one. */
const CHUNKS = [
  ...["app-entry", "react", "frames", "logins", "data-client"],
  ...["shared-screens", "shared-workspace", "forms", "shared-admin", "admin-forms", "account"],
];

/** True for a chunk that screenChunks formed; rolldown names the others by one of their modules. */
export function isNamedChunk(name: string): boolean {
  return CHUNKS.includes(name) || /-(overview|parts)$/.test(name);
}

/**
 * Eleven chunks: the entry, React with the router, the frames, the logins, the client of the Data
 * API, the parts of accounts, and what else at least two of the other screens import: of one area or
 * of both, with and without forms.
 * What a screen shares with the workspace's overview is one more chunk, and so is what it shares
 * with other later code. Split along shared modules, a screen would be twenty to forty
 * chunks, each a request, and the frame would load only after the entry has run.
 */
export function screenChunks(): Rolldown.CodeSplittingGroup[] {
  let chunks: Map<string, string> | undefined;
  const chunkOf = (id: string, context: Rolldown.ChunkingContext) => {
    chunks ??= chunksOf((each) => context.getModuleInfo(each));
    return chunks.get(id) ?? null;
  };
  // A group also includes the imports of its modules, unless an earlier group has them.
  const groups: Rolldown.CodeSplittingGroup[] = CHUNKS.map((chunk) => ({
    debugName: chunk,
    name: (id, context) => (chunkOf(id, context) === chunk ? chunk : null),
  }));
  const overview = (id: string, context: Rolldown.ChunkingContext) => {
    const chunk = chunkOf(id, context);
    return chunk?.endsWith("-overview") ? chunk : null;
  };
  return [
    ...groups,
    { debugName: "overview", name: overview },
    { debugName: "parts", name: chunkOf },
  ];
}

/**
 * One chunk of what the pages behind a link share with their later parts. It would be ten, each a
 * request, and the document names them all.
 */
export function shareChunk(entry: string): Rolldown.CodeSplittingGroup {
  let first: Set<string> | undefined;
  const isFirst = (id: string, context: Rolldown.ChunkingContext) => {
    first ??= importedBy([entry], (each) => context.getModuleInfo(each));
    return first.has(id);
  };
  return { name: (id, context) => (isFirst(id, context) ? "share" : null), minShareCount: 2 };
}

/** The chunk of each module that is shared. */
function chunksOf(moduleOf: ModuleOf): Map<string, string> {
  /** The dynamically imported modules that need each module. */
  const users = new Map<string, string[]>();
  for (const part of loadedBy(ENTRY, moduleOf)) {
    for (const id of importedBy([part], moduleOf)) users.set(id, [...(users.get(id) ?? []), part]);
  }
  const chunks = new Map<string, string>();
  for (const [id, parts] of users) {
    const [screen, ...others] = parts.filter((part) => SCREEN.test(part));
    if (others.length > 0) {
      const isForm = [...importedBy([id], moduleOf)].some((each) => FORMS.test(each));
      const ofPanel = parts.filter((part) => part.startsWith(ADMIN));
      if (id.startsWith(ACCOUNT)) chunks.set(id, "account");
      else if (ofPanel.length === parts.length)
        chunks.set(id, isForm ? "admin-forms" : "shared-admin");
      else if (isForm) chunks.set(id, "forms");
      else chunks.set(id, ofPanel.length > 0 ? "shared-screens" : "shared-workspace");
    } else if (screen && parts.length > 1) {
      const kind = parts.includes(OVERVIEW) ? "overview" : "parts";
      chunks.set(id, `${parse(screen).name}-${kind}`);
    }
  }
  for (const id of importedBy([CLIENT], moduleOf)) chunks.set(id, "data-client");
  for (const id of importedBy(LOGINS, moduleOf)) chunks.set(id, "logins");
  for (const id of importedBy(FRAMES, moduleOf))
    chunks.set(id, REACT.test(id) ? "react" : "frames");
  for (const id of importedBy([ENTRY], moduleOf)) chunks.set(id, "app-entry");
  return chunks;
}

/** A module, and its direct and indirect dynamic imports. */
function loadedBy(root: string, moduleOf: ModuleOf): Set<string> {
  const found = new Set([root]);
  for (const part of found) {
    for (const id of importedBy([part], moduleOf)) {
      for (const later of moduleOf(id)?.dynamicallyImportedIds ?? []) found.add(later);
    }
  }
  return found;
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
    open.push(...(module ? importsOf(module, moduleOf) : []));
  }
  return found;
}

/** The module that exports every icon of the package. */
const ICONS = /\/lucide-react\.mjs$/;

/** Imports of a module; for the icons, only the icons that it names. */
export function importsOf(
  { importedIds, code }: Rolldown.ModuleInfo,
  moduleOf: ModuleOf,
): string[] {
  const icons = importedIds.find((id) => ICONS.test(id));
  if (!icons) return importedIds;
  const list = moduleOf(icons)?.code ?? "";
  const imports = [...(code ?? "").matchAll(/import\s*\{([^}]*)\}\s*from\s*"lucide-react"/g)];
  const names = imports.flatMap(([, named = ""]) => named.split(","));
  const files = names.flatMap((name) => {
    const icon = name.trim().split(" ")[0];
    return new RegExp(`default as ${icon}[,\\s].*'\\./icons/(.*)'`).exec(list)?.[1] ?? [];
  });
  return [
    ...importedIds.filter((id) => id !== icons),
    ...files.map((file) => icons.replace(ICONS, `/icons/${file}`)),
  ];
}
