import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { hashSource, metaContentSecurityPolicy } from "../../server/http/security-headers.ts";
import { drawFaviconIco, drawTouchIcon } from "../../server/page/icon-pictures.ts";
import { readPageAssets } from "../../server/page/page-assets.ts";
import { createShareCards } from "../../server/page/portfolio-share-card.ts";
import type { PageAssets, RenderedPage } from "../../shared/page.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { basePath } from "./snapshot-config.ts";

type Prerender = typeof import("../../src/landing/prerender.tsx");

const CLIENT = "dist/client";

/**
 * Writes dist/client/index.html with the current content, and the files that belong to it. When the
 * content cannot be read, the page is written without it and loads it in the browser.
 */
export async function bakeSnapshot(config: SiteConfig): Promise<void> {
  const prerender: Prerender = await import(pathToFileURL("dist/prerender/prerender.js").href);
  const assets = await readAssets(config);
  const now = new Date();
  let page: RenderedPage;
  try {
    const portfolio = await prerender.readPortfolio(fetch, config);
    page = prerender.renderPage({ portfolio, config, assets, now });
    await writeIcons(prerender, prerender.renderFavicon(portfolio));
    const origins = [config.supabaseUrl];
    const drawCard = createShareCards({ origins, fetch, client: CLIENT });
    await writeFile(`${CLIENT}/og.png`, await drawCard(portfolio));
  } catch (error) {
    const reason = error instanceof Error && error.cause ? error.cause : error;
    console.warn(`  The content could not be read (${reason}); the page will load it itself.`);
    page = prerender.renderLoadingPage({ config, assets });
    await writeIcons(prerender, prerender.builtInFavicon);
  }
  await writeFile(`${CLIENT}/index.html`, page.html);
  if (!config.publicUrl) {
    console.warn(
      "  FOYER_PUBLIC_URL is not set: the page has no canonical address and no share image, there" +
        " is no sitemap.xml or robots.txt, and the site must lie at the root of its host. Set it to" +
        " the site's address, such as https://example.org/portfolio.",
    );
    return;
  }
  await writeFile(`${CLIENT}/sitemap.xml`, prerender.renderSitemap({ config, now }));
  await writeFile(`${CLIENT}/robots.txt`, prerender.renderRobots({ config }));
}

async function writeIcons({ builtInFavicon }: Prerender, icon: string): Promise<void> {
  await writeFile(`${CLIENT}/favicon.svg`, icon);
  await writeFile(`${CLIENT}/favicon.ico`, await drawFaviconIco(icon, builtInFavicon));
  await writeFile(`${CLIENT}/apple-touch-icon.png`, await drawTouchIcon(icon, builtInFavicon));
}

async function readAssets(config: SiteConfig): Promise<PageAssets> {
  const landing = "src/landing/static-entry.tsx";
  const assets = await readPageAssets(CLIENT, { landing, base: basePath(config) });
  const policy = metaContentSecurityPolicy(
    { scriptHashes: [hashSource(assets.bootScript)], styleHashes: [hashSource(assets.css)] },
    {
      publicUrl: config.publicUrl ? new URL(config.publicUrl) : null,
      dataOrigin: new URL(config.supabaseUrl).origin,
    },
  );
  return { ...assets, policy };
}
