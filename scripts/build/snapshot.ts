import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { createShareCards } from "../../server/page/share-card-source.ts";
import type { PageAssets, RenderedPage } from "../../src/landing/prerender-types.ts";
import type { SiteConfig } from "../../src/lib/site-config.ts";

type Prerender = typeof import("../../src/landing/prerender.tsx");

/**
 * The Supabase a static site is built for, from VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY.
 * FOYER_PUBLIC_URL adds the address the site will have. Null when neither variable is set.
 */
export function readSnapshotConfig(env: NodeJS.ProcessEnv): SiteConfig | null {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = env;
  if (!url && !publishableKey) return null;
  if (!url || !publishableKey) {
    throw new Error("Set both VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, or neither.");
  }
  if (!URL.canParse(url)) throw new Error(`VITE_SUPABASE_URL is not an address: ${url}`);
  return {
    supabaseUrl: url.replace(/\/+$/, ""),
    publishableKey,
    publicUrl: (env.FOYER_PUBLIC_URL ?? "").replace(/\/+$/, ""),
    embedded: false,
  };
}

/**
 * Writes dist/client/index.html with the present content, and what belongs to it. When the content
 * cannot be read, the page is written without it and loads it in the browser.
 */
export async function bakeSnapshot(config: SiteConfig): Promise<void> {
  const prerender: Prerender = await import(pathToFileURL("dist/prerender/prerender.js").href);
  const assets = await readAssets();
  const now = new Date();
  let page: RenderedPage;
  try {
    const portfolio = await prerender.readPortfolio(fetch, config);
    page = prerender.renderPage({ portfolio, config, assets, now });
    await writeFile("dist/client/favicon.svg", prerender.renderFavicon(portfolio));
    const origins = [config.supabaseUrl];
    const drawCard = createShareCards({ origins, fetch, client: "dist/client" });
    await writeFile("dist/client/og.png", await drawCard(portfolio));
  } catch (error) {
    console.warn(`  The content could not be read (${error}); the page will load it itself.`);
    page = prerender.renderLoadingPage({ config, assets });
  }
  await writeFile("dist/client/index.html", page.html);
  if (!config.publicUrl) return;
  await writeFile("dist/client/sitemap.xml", prerender.renderSitemap({ config, now }));
  await writeFile("dist/client/robots.txt", prerender.renderRobots({ config }));
}

async function readAssets(): Promise<PageAssets> {
  const manifest: Record<string, { file: string; css?: string[]; imports?: string[] }> = JSON.parse(
    await readFile("dist/client/.vite/manifest.json", "utf8"),
  );
  const entry = (source: string) => {
    const found = manifest[source];
    if (!found) throw new Error(`The manifest lacks ${source}.`);
    return found;
  };
  const text = async (file: string) => (await readFile(`dist/client/${file}`, "utf8")).trim();
  const landing = entry("src/landing/entry.tsx");
  const app = entry("src/app/main.tsx");
  return {
    bootScript: await text(entry("src/landing/boot.ts").file),
    css: (await Promise.all((landing.css ?? []).map(text))).join(""),
    landingEntry: `/${entry("src/landing/static-entry.tsx").file}`,
    appModules: [app.file, ...(app.imports ?? []).map((chunk) => entry(chunk).file)].map(
      (file) => `/${file}`,
    ),
    appCss: (app.css ?? []).map((file) => `/${file}`),
  };
}
