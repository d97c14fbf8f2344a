import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface StandInSite {
  paths: { client: string; prerender: string };
  remove(): Promise<void>;
}

/** A minimal build (a manifest, a few files and a prerender) to test the host alone. */
export async function createStandInSite(): Promise<StandInSite> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-page-"));
  const paths = { client: join(folder, "client"), prerender: join(folder, "prerender.mjs") };
  await mkdir(join(paths.client, "assets"), { recursive: true });
  await writeFile(join(folder, "manifest.json"), JSON.stringify(MANIFEST));
  await writeFile(join(paths.client, "assets", "boot-1.js"), "start();\n");
  await writeFile(join(paths.client, "assets", "entry-1.css"), "b{}\n");
  await writeFile(join(paths.client, "assets", "shared-1.css"), "a{}");
  await writeFile(paths.prerender, PRERENDER);
  return { paths, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Has the same exports as the real prerender; reads the display name through the Data API and
 * counts its renders.
 */
const PRERENDER = `
let renders = 0;
export async function readPortfolio(fetch, { supabaseUrl, publishableKey }) {
  const response = await fetch(supabaseUrl + "/rest/v1/personal_info?select=key,value", {
    headers: { apikey: publishableKey },
  });
  if (!response.ok) throw new Error((await response.json()).message);
  const rows = await response.json();
  return { info: Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}
export function renderPage({ portfolio, config, assets }) {
  const html = "<!doctype html><title>" + portfolio.info.displayName + "</title><script>" +
    assets.bootScript + "</script><style>" + assets.css + "</style>" +
    JSON.stringify({ ...config, render: ++renders, entry: assets.landingEntry, app: assets.appModules, appCss: assets.appCss }) +
    "<p>filler</p>".repeat(200);
  return { html, inlineScripts: [assets.bootScript], inlineStyles: [assets.css] };
}
export function renderErrorPage({ message }) {
  return { html: "<h1>An Error Occurred</h1>" + message, inlineScripts: [], inlineStyles: [] };
}
export const renderSitemap = ({ config }) => "<urlset>" + config.publicUrl + "</urlset>";
export const renderCv = ({ portfolio }) => ({ html: "<h1>CV of " + portfolio.info.displayName + "</h1>", inlineScripts: [], inlineStyles: ["a{}"] });
export const renderResume = ({ portfolio }) => JSON.stringify(portfolio.info);
export const renderLlms = ({ portfolio }) => "# " + portfolio.info.displayName;
export const renderRobots = ({ config }) => "Sitemap: " + config.publicUrl + "/sitemap.xml";
export const builtInFavicon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"/>';
export const shareStyle = ({ info }) => ({ look: "plex", accent: info.accentColor ?? null });
export const renderManifest = ({ info }) => JSON.stringify({ name: info.displayName });
export const renderFavicon = ({ info }) => info.faviconSvg ?? "<svg/>";
`;

const MANIFEST = {
  "src/landing/entry.ts": {
    file: "assets/entry-1.js",
    css: ["assets/entry-1.css"],
    imports: ["_shared.js"],
  },
  "_shared.js": { file: "assets/shared-1.js", css: ["assets/shared-1.css"] },
  "src/app/main.ts": { file: "assets/main-1.js" },
  "src/app/start.tsx": {
    file: "assets/start-1.js",
    css: ["assets/main-1.css"],
    imports: ["_shared.js"],
  },
  "src/share/main.tsx": { file: "assets/share-1.js", imports: ["_shared.js"] },
  "src/landing/other-media.css": { file: "assets/print-1.css" },
  "src/landing/boot.ts": { file: "assets/boot-1.js" },
};
