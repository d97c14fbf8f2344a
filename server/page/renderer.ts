import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/** What the page needs to know about the built browser files. */
export interface PageAssets {
  /** Text of the classic script to inline. */
  bootScript: string;
  /** Text of the landing page's whole style sheet, to inline. */
  css: string;
  /** URL paths such as `/assets/entry-abc.js`. */
  landingEntry: string;
  appModules: string[];
  appCss: string[];
  /** Markup the dev server needs in the head. */
  devHead?: string;
}

export interface SiteConfig {
  supabaseUrl: string;
  publishableKey: string;
  publicUrl: string;
  /** True: the browser talks to the origin it was loaded from. */
  embedded: boolean;
}

export interface RenderedPage {
  html: string;
  /** Exact texts of the inline scripts and styles, for the hashes of the content security policy. */
  inlineScripts: string[];
  inlineStyles: string[];
}

/** Opaque here: only the prerender bundle looks inside. */
export type Portfolio = unknown;

/** The exports of the built prerender bundle (`src/landing/prerender.tsx`) the server relies on. */
export interface PrerenderModule {
  readPortfolio(
    fetch: typeof globalThis.fetch,
    config: Pick<SiteConfig, "supabaseUrl" | "publishableKey">,
  ): Promise<Portfolio>;
  renderPage(input: {
    portfolio: Portfolio;
    config: SiteConfig;
    assets: PageAssets;
    now: Date;
  }): RenderedPage;
  renderErrorPage(input: { message: string; config: SiteConfig; assets: PageAssets }): RenderedPage;
  renderSitemap(input: { config: SiteConfig; now: Date }): string;
  renderRobots(input: { config: SiteConfig }): string;
  renderFavicon(portfolio: Portfolio): string;
}

export interface Renderer {
  module: PrerenderModule;
  assets: PageAssets;
}

/**
 * Loads the built prerender bundle and looks up the browser files it refers to, once.
 * @throws when there is no build; the next call tries again.
 */
export function createRendererLoader(paths: {
  client: string;
  prerender: string;
}): () => Promise<Renderer> {
  let loading: Promise<Renderer> | null = null;
  return () => {
    loading ??= load(paths).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function load(paths: { client: string; prerender: string }): Promise<Renderer> {
  if (!existsSync(paths.prerender)) {
    throw new Error(`${paths.prerender} is missing: run \`npm run build\` first.`);
  }
  const module = (await import(pathToFileURL(paths.prerender).href)) as PrerenderModule;
  return { module, assets: await readPageAssets(paths.client) };
}

const LANDING = "src/landing/entry.tsx";
const APP = "src/app/main.tsx";
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

/** Resolves the page's assets from Vite's manifest in `dist/client`. */
export async function readPageAssets(client: string): Promise<PageAssets> {
  const text = await readFile(join(client, ".vite", "manifest.json"), "utf8");
  const manifest = manifestSchema.parse(JSON.parse(text));
  const styles = await Promise.all(
    cssOf(manifest, LANDING).map((file) => readFile(join(client, file), "utf8")),
  );
  return {
    bootScript: (await readFile(join(client, fileOf(manifest, BOOT)), "utf8")).trim(),
    css: styles.join("").trim(),
    landingEntry: `/${fileOf(manifest, LANDING)}`,
    appModules: modulesOf(manifest, APP).map((file) => `/${file}`),
    appCss: cssOf(manifest, APP).map((file) => `/${file}`),
  };
}

function fileOf(manifest: Manifest, entry: string): string {
  const found = manifest[entry];
  if (!found) throw new Error(`The build's manifest lacks ${entry}: run \`npm run build\` again.`);
  return found.file;
}

/** An entry's own file, then those of the chunks it imports statically. */
function modulesOf(manifest: Manifest, entry: string): string[] {
  const imported = manifest[entry]?.imports ?? [];
  const files = imported.flatMap((chunk) => modulesOf(manifest, chunk));
  return [...new Set([fileOf(manifest, entry), ...files])];
}

/** An entry's style sheets and those of the chunks it imports statically, dependencies first. */
function cssOf(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const found = manifest[entry];
  if (!found || seen.has(entry)) return [];
  seen.add(entry);
  const files = found.imports.flatMap((chunk) => cssOf(manifest, chunk, seen)).concat(found.css);
  return [...new Set(files)];
}
