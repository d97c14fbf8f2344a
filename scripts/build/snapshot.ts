import { existsSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hashSource, staticSiteHeaders } from "../../server/http/security-headers.ts";
import { renderIconSprite } from "../../server/page/brand-icons.ts";
import {
  drawFaviconIco,
  drawHomeIcon,
  HOME_ICONS,
  type HomeIcon,
} from "../../server/page/icon-pictures.ts";
import { readPageAssets } from "../../server/page/page-assets.ts";
import { createShareCards } from "../../server/page/portfolio-share-card.ts";
import { projectRoot } from "../../server/project-root.ts";
import type { PageAssets, RenderedPage } from "../../shared/page.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { hostingFiles } from "./hosting-files.ts";
import { type ReadContent, readLastContent, saveLastContent } from "./last-content.ts";
import { writeAvifFiles } from "./project-pictures.ts";
import { buildBase } from "./snapshot-config.ts";

type Prerender = typeof import("../../src/landing/prerender.tsx");

const CLIENT = "dist/client";

/** The static site of a release, which is the same for every project; a checkout builds its own. */
const RELEASED = join(projectRoot, "dist", "static");

/**
 * Writes dist/client/index.html with the current content, and the files that belong to it. If the
 * content cannot be read, the page contains the content of the last build, or else loads it in the
 * browser.
 * @param options.requireContent fails instead of writing a page without content.
 * @throws when there is no content although it is required.
 */
export async function bakeSnapshot(
  config: SiteConfig,
  { requireContent }: { requireContent: boolean },
): Promise<void> {
  const built = existsSync(RELEASED) ? RELEASED : "dist";
  if (built === RELEASED) await cp(RELEASED, "dist", { recursive: true });
  const file = pathToFileURL(join(built, "prerender", "prerender.js"));
  const prerender: Prerender = await import(file.href);
  const assets = await readPageAssets(CLIENT, buildBase(config));
  const now = new Date();
  let headers: Record<string, string>;
  const content = await readContent(prerender, config, now);
  if (content) {
    const { portfolio, snapshot } = content;
    const { supabaseUrl } = config;
    const avif = await writeAvifFiles(portfolio, { supabaseUrl, client: CLIENT });
    const input = { portfolio, config };
    headers = await writePages(config, assets, (finished) => ({
      "index.html": prerender.renderPage({ ...input, assets: finished, now, snapshot, avif }),
      "cv.html": prerender.renderCv({ ...input, assets: finished }),
    }));
    await writeFiles({
      "resume.json": prerender.renderResume({ portfolio, config }),
      "llms.txt": prerender.renderLlms({ portfolio, config }),
      "workspace.webmanifest": prerender.renderManifest(portfolio),
    });
    await writeIcons(prerender, prerender.renderFavicon(portfolio));
    const sprite = await renderIconSprite(prerender.chosenIcons(portfolio), CLIENT);
    await writeFiles({ "icons.svg": sprite });
    const origins = [config.supabaseUrl];
    const publicUrl = config.publicUrl || undefined;
    const drawCard = createShareCards({ origins, fetch, client: CLIENT, publicUrl });
    const card = await drawCard(portfolio, prerender.shareStyle(portfolio));
    await writeFile(`${CLIENT}/og.png`, card);
  } else {
    if (requireContent) throw new Error("No page was written, because there is no content for it.");
    console.warn("  The page will load its content itself.");
    headers = await writePages(config, assets, (finished) => ({
      "index.html": prerender.renderLoadingPage({ config, assets: finished }),
    }));
    await writeIcons(prerender, prerender.builtInFavicon);
    await writeFiles({ "workspace.webmanifest": prerender.renderManifest(null) });
  }
  await writeFiles(hostingFiles(headers));
  if (config.publicUrl) {
    await writeFiles({
      "sitemap.xml": prerender.renderSitemap({ config, now }),
      "robots.txt": prerender.renderRobots({ config }),
    });
  } else {
    console.warn(
      "  FOYER_PUBLIC_URL is not set: the page has no canonical address and no share image, and" +
        " there is no sitemap.xml or robots.txt. Set it to the site's address, such as" +
        " https://example.org/portfolio.",
    );
  }
}

/** The current content, or else the content of the last build, or null. */
async function readContent(
  prerender: Prerender,
  config: SiteConfig,
  now: Date,
): Promise<ReadContent | null> {
  const { supabaseUrl } = config;
  try {
    // The version is read first: a change in between then only makes the page refresh itself.
    const version = await prerender.readContentVersion(fetch, config);
    const portfolio = await prerender.readPortfolio(fetch, config);
    const content = { supabaseUrl, portfolio, snapshot: { version, takenAt: now.toISOString() } };
    await saveLastContent(content);
    console.log(`The page holds the present content of ${supabaseUrl}.`);
    return content;
  } catch (error) {
    const reason = error instanceof Error && error.cause ? error.cause : error;
    console.warn(`  The content could not be read (${reason}).`);
    const last = await readLastContent(supabaseUrl);
    if (last) console.warn(`  The page shows the content read at ${last.snapshot.takenAt}.`);
    return last;
  }
}

async function writeIcons({ builtInFavicon }: Prerender, icon: string): Promise<void> {
  await writeFile(`${CLIENT}/favicon.svg`, icon);
  await writeFile(`${CLIENT}/favicon.ico`, await drawFaviconIco(icon, builtInFavicon));
  for (const name of Object.keys(HOME_ICONS) as HomeIcon[]) {
    await writeFile(`${CLIENT}/${name}`, await drawHomeIcon(name, icon, builtInFavicon));
  }
}

async function writeFiles(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(`${CLIENT}/${name}`, text);
}

/**
 * Writes pages with their common policy. It contains the hashes of their styles, which depend on the
 * content, so that they are rendered once without it.
 * @param render the pages by file name.
 * @returns the headers for hosts that can send them.
 */
async function writePages(
  config: SiteConfig,
  assets: PageAssets,
  render: (assets: PageAssets) => Record<string, RenderedPage>,
): Promise<Record<string, string>> {
  const styles = Object.values(render(assets)).flatMap(({ inlineStyles }) => inlineStyles);
  const { policy, headers } = staticSiteHeaders(
    { scriptHashes: [hashSource(assets.bootScript)], styleHashes: styles.map(hashSource) },
    {
      publicUrl: config.publicUrl ? new URL(config.publicUrl) : null,
      dataOrigin: new URL(config.supabaseUrl).origin,
    },
  );
  const pages = Object.entries(render({ ...assets, policy }));
  await writeFiles(Object.fromEntries(pages.map(([name, { html }]) => [name, html])));
  return headers;
}
