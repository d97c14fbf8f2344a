import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  build,
  type InlineConfig,
  type Plugin,
  type RenderBuiltAssetUrl,
  type Rolldown,
} from "vite";
import { isNamedChunk, screenChunks, shareChunk } from "./screen-chunks.ts";

const CLIENT = "dist/client";
/** Stored beside the client's folder, all of which a static host publishes. */
export const MANIFEST = "dist/manifest.json";
const SHARE = "src/share/main.tsx";
const BOOT = "src/landing/boot.ts";

/**
 * Browser code with hashed file names and one manifest. The landing page's after-load code, its
 * code with React, the application and the pages behind a link are built separately: shared code
 * would otherwise be split into small chunks, each a request, but the after-load code must be one.
 * @param base `/` for our own server, `./` for a static site, which may be served below any path.
 */
export async function buildClient(base: string): Promise<void> {
  const app = { codeSplitting: { groups: screenChunks() } };
  const shared = { codeSplitting: { groups: [shareChunk(resolve(SHARE))] } };
  const plugins = [withoutPreloads()];
  const withReact = ["src/landing/hydrate.tsx", "src/landing/refresh.ts"];
  const landing = await buildPart(
    "landing",
    { base, define: NO_DEVTOOLS, plugins },
    { input: withReact },
  );
  const afterLoad = await buildPart(
    "after-load",
    { base, plugins },
    {
      input: ["src/landing/entry.ts", "src/landing/other-media.css"],
      external: withReact.map((file) => resolve(file)),
      output: { paths: filesOf(landing, withReact) },
    },
  );
  const application = await buildPart("app", { base }, { input: ["src/app/main.ts"], output: app });
  const share = await buildPart("share", { base }, { input: [SHARE], output: shared });
  const manifest = { ...landing, ...afterLoad, ...application, ...share };
  await writeFile(MANIFEST, JSON.stringify(manifest, null, 2));
}

type Manifest = Record<string, { file: string }>;

interface PartOptions {
  input: string[];
  external?: string[];
  output?: Rolldown.OutputOptions;
}

/** The built files of these modules, by the modules' paths. */
function filesOf(manifest: Manifest, modules: string[]): Record<string, string> {
  return Object.fromEntries(
    modules.map((module) => [resolve(module), `./${manifest[module]?.file}`]),
  );
}

/** Removes React's connection to its developer tools from the landing page. */
const NO_DEVTOOLS = { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" };

/** Fonts and chunks without a name of their own have short names, because the document has them. */
const FILE_NAMES: Rolldown.OutputOptions = {
  chunkFileNames: ({ name, facadeModuleId }) =>
    facadeModuleId || isNamedChunk(name) ? "assets/[name]-[hash].js" : "assets/[hash].js",
  assetFileNames: ({ names: [name = ""] }) =>
    name.endsWith(".woff2") ? "assets/[hash][extname]" : "assets/[name]-[hash][extname]",
};

/** @returns the part's manifest. */
async function buildPart(
  name: string,
  config: InlineConfig,
  options: PartOptions,
): Promise<Manifest> {
  const manifest = `.vite/${name}.json`;
  await bundle({
    ...config,
    publicDir: name === "after-load" ? "public" : false,
    build: {
      outDir: CLIENT,
      emptyOutDir: false,
      manifest,
      // The page's code for static sites is loaded by its URL, for its exports.
      rolldownOptions: {
        ...options,
        output: { ...FILE_NAMES, ...options.output },
        preserveEntrySignatures: "exports-only",
      },
    },
  });
  const text = await readFile(`${CLIENT}/${manifest}`, "utf8");
  await rm(`${CLIENT}/.vite`, { recursive: true });
  return JSON.parse(text);
}

/**
 * Replaces Vite's preloading for dynamic imports, which is larger than the rest of the landing
 * page's own code. No dynamic import of the page needs a style sheet.
 */
function withoutPreloads(): Plugin {
  return {
    name: "without-preloads",
    enforce: "pre",
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}

/**
 * The boot script, a classic script without imports, which the prerender inlines. It is added to
 * the client's manifest under its source name, so that the renderer finds it there.
 */
export async function buildBoot(): Promise<void> {
  const script = await compileBoot();
  const hash = createHash("sha256").update(script).digest("hex").slice(0, 8);
  const file = `assets/boot-${hash}.js`;
  await writeFile(`${CLIENT}/${file}`, script);
  const manifest: Record<string, unknown> = JSON.parse(await readFile(MANIFEST, "utf8"));
  manifest[BOOT] = { file, src: BOOT, isEntry: true };
  await writeFile(MANIFEST, JSON.stringify(manifest, null, 2));
}

/** The boot script's text, minified. The dev server inlines it too. */
export async function compileBoot(): Promise<string> {
  const output = await build({
    ...QUIET,
    publicDir: false,
    build: { write: false, rolldownOptions: { input: BOOT, output: { format: "iife" } } },
  });
  const [first] = [output].flat();
  if (!first || !("output" in first)) throw new Error(`${BOOT} was not built.`);
  return first.output[0].code.trim();
}

/** The prerender as one module with its packages, in React's production build. */
export async function buildPrerender(base: string): Promise<void> {
  await bundle({
    base,
    publicDir: false,
    ssr: { noExternal: true },
    define: {
      "process.env.NODE_ENV": '"production"',
      // Vite ignores a relative base here.
      "import.meta.env.BASE_URL": JSON.stringify(base),
    },
    build: {
      outDir: "dist/prerender",
      ssr: true,
      minify: false,
      rolldownOptions: {
        input: { prerender: "src/landing/prerender.tsx" },
        output: { entryFileNames: "[name].js" },
      },
    },
  });
}

/**
 * Packages that the built server loads from node_modules: one whose file a worker loads, and one
 * with binaries. PostgreSQL and the fonts are only files.
 */
export const SERVER_PACKAGES = ["bcryptjs", "sharp"];

/**
 * The server and the owner command, bundled with their npm packages: loading those as hundreds of
 * files takes longer than the rest of a start (620 ms of processor time, 340 ms bundled).
 * @param all also the commands that a checkout runs from their sources.
 */
export async function buildServer(all: boolean): Promise<void> {
  const scripts = ["bake", "deploy", "doctor"].map((name) => [name, `scripts/${name}.ts`]);
  await bundle({
    publicDir: false,
    plugins: [withoutScreens()],
    ssr: {
      noExternal: true,
      external: SERVER_PACKAGES,
    },
    build: {
      outDir: "dist/server",
      ssr: true,
      minify: false,
      target: "node20",
      rolldownOptions: {
        input: {
          main: "server/main.ts",
          owner: "server/owner.ts",
          transfer: "server/transfer.ts",
          ...(all ? Object.fromEntries(scripts) : {}),
        },
        output: { entryFileNames: "[name].js" },
      },
    },
  });
}

/** Leaves out the code of the screens: the check of live changes only reads the list of them. */
function withoutScreens(): Plugin {
  return {
    name: "without-screens",
    resolveDynamicImport: (_id, importer) =>
      /[\\/]src[\\/]/.test(importer ?? "") ? { id: "data:text/javascript,", external: true } : null,
  };
}

/**
 * With the base `./`, scripts name pictures relative to the document, which is always at the site's
 * root. Vite would resolve them against the script, which yields another URL in the prerender than
 * in the browser. All other URLs are relative to the file that contains them.
 */
const renderBuiltUrl: RenderBuiltAssetUrl = (file, { hostType }) =>
  hostType === "js" && !/\.(js|css)$/.test(file) ? `./${file}` : { relative: true };

const QUIET: InlineConfig = { logLevel: "warn", mode: "production" };

async function bundle(config: InlineConfig): Promise<void> {
  const relative = config.base === "./" ? { experimental: { renderBuiltUrl } } : {};
  await build({ ...QUIET, ...relative, ...config });
}
