import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { PageAssets } from "../../shared/page.ts";

const LANDING = "src/landing/entry.ts";
const OTHER_MEDIA = "src/landing/other-media.css";
const APP = "src/app/main.ts";
const APP_START = "src/app/start.tsx";
const SHARE = "src/share/main.tsx";
const BOOT = "src/landing/boot.ts";

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/**
 * Resolves the page's assets from Vite's manifest beside `client`, for the server and for static
 * builds.
 * @param base prefix of the files' URLs.
 * @throws when the build is missing or incomplete.
 */
export async function readPageAssets(client: string, base: "/" | "./"): Promise<PageAssets> {
  const text = await readFile(join(client, "..", "manifest.json"), "utf8");
  const manifest = manifestSchema.parse(JSON.parse(text));
  const styles = await Promise.all(
    cssOf(manifest, LANDING).map((file) => readFile(join(client, file), "utf8")),
  );
  const address = (file: string) => `${base}${file}`;
  return {
    bootScript: (await readFile(join(client, fileOf(manifest, BOOT)), "utf8")).trim(),
    // Relative URLs must refer to the document once a style sheet is inlined.
    css: compact(styles.join("").trim()).replaceAll("url(./", `url(${base}assets/`),
    otherMediaCss: address(fileOf(manifest, OTHER_MEDIA)),
    landingEntry: address(fileOf(manifest, LANDING)),
    appModules: appModulesOf(manifest).map(address),
    appCss: cssOf(manifest, APP_START).map(address),
    shareModules: modulesOf(manifest, SHARE).map(address),
    shareCss: cssOf(manifest, SHARE).map(address),
  };
}

/**
 * Removes Tailwind's banner (the page contains none of its code), rules that its passes repeat,
 * shadow tree hosts, a prefix that no browser with light-dark() needs, and spaces that a minifier
 * keeps in values with variables.
 */
function compact(css: string): string {
  const rules = css.replace(/^\/\*! tailwindcss .*?\*\/\s*/, "");
  return rules
    .replace(/([a-z-]+:[^;{}]+;)\1+/g, "$1")
    .replace(":root,:host{", ":root{")
    .replace(/-webkit-text-decoration-color:[^;]+;/g, "")
    .replaceAll(", ", ",");
}

function fileOf(manifest: Manifest, entry: string): string {
  const found = manifest[entry];
  if (!found) throw new Error(`The build's manifest lacks ${entry}: run \`npm run build\` again.`);
  return found.file;
}

/** An entry's own file, then the files of the chunks it imports statically. */
function modulesOf(manifest: Manifest, entry: string): string[] {
  const imported = manifest[entry]?.imports ?? [];
  const files = imported.flatMap((chunk) => modulesOf(manifest, chunk));
  return [...new Set([fileOf(manifest, entry), ...files])];
}

/** The application's entry, its chunks, and those of the module that it always loads. */
function appModulesOf(manifest: Manifest): string[] {
  // The first file of that module only imports its chunk.
  const [, ...loaded] = modulesOf(manifest, APP_START);
  return [...new Set([...modulesOf(manifest, APP), ...loaded])];
}

/** An entry's style sheets and those of the chunks it imports statically, dependencies first. */
function cssOf(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const found = manifest[entry];
  if (!found || seen.has(entry)) return [];
  seen.add(entry);
  const files = found.imports.flatMap((chunk) => cssOf(manifest, chunk, seen)).concat(found.css);
  return [...new Set(files)];
}
