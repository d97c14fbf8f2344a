import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { PageAssets, RenderedPage } from "../../shared/page.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { readPageAssets } from "./page-assets.ts";
import type { ShareStyle } from "./share-card.ts";

/** Only the prerender bundle knows the type. */
export type Portfolio = unknown;

/** The exports of the built prerender bundle (`src/landing/prerender.tsx`) that the server uses. */
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
  renderCv(input: { portfolio: Portfolio; config: SiteConfig; assets: PageAssets }): RenderedPage;
  renderResume(input: { portfolio: Portfolio; config: SiteConfig }): string;
  renderLlms(input: { portfolio: Portfolio; config: SiteConfig }): string;
  renderSitemap(input: { config: SiteConfig; now: Date }): string;
  renderRobots(input: { config: SiteConfig }): string;
  renderFavicon(portfolio: Portfolio): string;
  renderManifest(portfolio: Portfolio): string;
  chosenIcons(portfolio: Portfolio): string[];
  builtInFavicon: string;
  shareStyle(portfolio: Portfolio): ShareStyle;
}

export interface Renderer {
  module: PrerenderModule;
  assets: PageAssets;
}

/**
 * Loads the built prerender bundle and resolves its browser files, once.
 * @throws when there is no build; the next call retries.
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

/** Imports the built prerender module; its file may be deleted afterwards. */
export async function importPrerender(path: string): Promise<PrerenderModule> {
  return import(pathToFileURL(path).href).catch((error: unknown) => {
    if (existsSync(path)) throw error;
    throw new Error(`${path} is missing: run \`npm run build\` first.`);
  });
}

async function load(paths: { client: string; prerender: string }): Promise<Renderer> {
  const module = await importPrerender(paths.prerender);
  const assets = await readPageAssets(paths.client, "/");
  return { module, assets };
}
