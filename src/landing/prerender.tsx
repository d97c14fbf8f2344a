import { renderToString } from "react-dom/server";
import type { Portfolio } from "../content/portfolio.ts";
import { readPortfolio as readPublicContent } from "../content/read-portfolio.ts";
import { sanitiseHtmlOnServer } from "../lib/sanitise-html-server.ts";
import { sanitiseSvgOnServer } from "../lib/sanitise-svg-server.ts";
import type { SiteConfig } from "../lib/site-config.ts";
import { BUILT_IN_ICON, paintCyan } from "../lib/svg-policy.ts";
import { ErrorScreen } from "../ui/error-screen.tsx";
import { renderDocument } from "./document.ts";
import { Page } from "./page.tsx";
import { DATA_ID, type PageData } from "./page-content.ts";
import type { RenderedPage, RenderInput } from "./prerender-types.ts";
import { SelfLoadingPage } from "./self-loading-page.tsx";
import {
  pageTitle,
  renderMeta,
  renderRobots as robotsText,
  renderSitemap as sitemapText,
} from "./seo.ts";
import { toPageContent } from "./to-page-content.ts";

/** Reads the whole public content; throws with the server's message when a read fails. */
export const readPortfolio = readPublicContent;

/** Renders the whole page with its content inside. */
export function renderPage({ portfolio, config, assets, now }: RenderInput): RenderedPage {
  const icon = ownIcon(portfolio) && "/favicon.svg";
  const content = toPageContent(portfolio, sanitiseHtmlOnServer, icon);
  const data: PageData = { content, year: now.getFullYear() };
  return renderDocument({
    title: pageTitle(content),
    head: renderMeta(content, config.publicUrl),
    body: renderToString(
      config.embedded ? (
        <Page {...data} config={config} />
      ) : (
        <SelfLoadingPage data={data} config={config} load={neverOnServer} />
      ),
    ),
    data: { [DATA_ID]: data },
    config,
    assets,
  });
}

/** Renders a page without content, which loads it in the browser. For static hosting only. */
export function renderLoadingPage(input: Omit<RenderInput, "portfolio" | "now">): RenderedPage {
  const { config, assets } = input;
  return renderDocument({
    title: "Portfolio",
    head: "",
    body: renderToString(<SelfLoadingPage data={null} config={config} load={neverOnServer} />),
    data: {},
    config,
    assets,
    eager: true,
  });
}

/** Renders the screen that stands in for the page when its content could not be read. */
export function renderErrorPage(
  input: Omit<RenderInput, "portfolio" | "now"> & { message: string },
): RenderedPage {
  const { message, config, assets } = input;
  return renderDocument({
    title: "An Error Occurred",
    head: '<meta name="robots" content="noindex">\n',
    body: renderToString(<ErrorScreen message={message} />),
    data: {},
    config,
    // The screen stands as it is; only the application may still be started from here.
    assets: { ...assets, landingEntry: "" },
  });
}

/** The tab's icon: the owner's, sanitised, or the built-in one; the current colour becomes cyan. */
export function renderFavicon(portfolio: Portfolio): string {
  return paintCyan(ownIcon(portfolio) ?? BUILT_IN_ICON);
}

/** The text of `/sitemap.xml`. */
export function renderSitemap({ config, now }: { config: SiteConfig; now: Date }): string {
  return sitemapText(config.publicUrl, now);
}

/** The text of `/robots.txt`. */
export function renderRobots({ config }: { config: SiteConfig }): string {
  return robotsText(config.publicUrl);
}

function ownIcon({ info }: Portfolio): string | null {
  return info.faviconSvg ? sanitiseSvgOnServer(info.faviconSvg) : null;
}

// Effects never run in a prerender.
function neverOnServer(): Promise<never> {
  return Promise.reject(new Error("Content is not loaded during a prerender."));
}
