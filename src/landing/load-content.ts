import type { ClientConfig } from "../../shared/site-config.ts";
import { chosenIcons } from "../content/chosen-icons.ts";
import type { Portfolio } from "../content/portfolio.ts";
import { readPortfolio } from "../content/read-portfolio.ts";
import { languageOf } from "../content/texts/languages.ts";
import { loadTexts } from "../content/texts/load-texts.ts";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { sanitizeSvgInBrowser } from "../lib/sanitize/sanitize-svg-browser.ts";
import { paintCyan } from "../lib/sanitize/svg-policy.ts";
import { loadIconPaths } from "../ui/icons/icon-library.ts";
import type { PageContent } from "./page-content.ts";
import { type ContentOptions, toPageContent } from "./to-page-content.ts";
import { updateHead } from "./update-head.ts";

/** Reads the page's content in the browser and updates the head. Throws when a read fails. */
export async function loadContent(config: ClientConfig): Promise<PageContent> {
  const portfolio = await readPortfolio(fetch.bind(globalThis), config);
  // The site's sprite may have been written before these icons were chosen.
  const icons = await loadIconPaths(chosenIcons(portfolio)).catch(() => undefined);
  const content = toSafeContent(portfolio, {
    icons,
    texts: await loadTexts(languageOf(portfolio.info)),
  });
  updateHead(content);
  return content;
}

/** The page's content, built and sanitized in the browser; see `toPageContent` for the options. */
export function toSafeContent(portfolio: Portfolio, options?: ContentOptions): PageContent {
  const svg = portfolio.info.faviconSvg && sanitizeSvgInBrowser(portfolio.info.faviconSvg);
  const icon = svg ? `data:image/svg+xml,${encodeURIComponent(paintCyan(svg))}` : null;
  return toPageContent(portfolio, sanitizeHtmlInBrowser, icon, options);
}
