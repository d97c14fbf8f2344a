import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { type Look, lookOf } from "../../shared/looks.ts";
import type { PageAssets, RenderedPage } from "../../shared/page.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { toAccent } from "../content/accent.ts";
import { chosenIcons as iconsOf } from "../content/chosen-icons.ts";
import { readContentVersion as readVersion } from "../content/content-version.ts";
import { toResume } from "../content/cv/to-resume.ts";
import type { Portfolio } from "../content/portfolio.ts";
import { readPortfolio as readPublicContent } from "../content/read-portfolio.ts";
import { ALL_TEXTS } from "../content/texts/all-texts.ts";
import { languageOf } from "../content/texts/languages.ts";
import { sanitizeHtmlOnServer } from "../lib/sanitize/sanitize-html-server.ts";
import { sanitizeSvgOnServer } from "../lib/sanitize/sanitize-svg-server.ts";
import { BUILT_IN_ICON, paintCyan } from "../lib/sanitize/svg-policy.ts";
import { siteAddress } from "../lib/site-address.ts";
import { ErrorScreen } from "../ui/error-screen.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { renderAppManifest } from "./app-manifest.ts";
import { ContactForm } from "./contact/contact-form.tsx";
import { renderCvDocument } from "./cv/cv-document.tsx";
import { renderDocument } from "./document.ts";
import { renderLlmsText } from "./llms-text.ts";
import { Page } from "./page.tsx";
import { DATA_ID, DEFAULT_NAME, type PageContent, type PageData } from "./page-content.ts";
import type { RenderInput } from "./prerender-types.ts";
import {
  pageTitle,
  renderCanonical,
  renderMeta,
  renderRobots as robotsText,
  renderSitemap as sitemapText,
} from "./seo.ts";
import { toPageContent } from "./to-page-content.ts";

/** Reads the whole public content; throws with the server's message when a read fails. */
export const readPortfolio = readPublicContent;

export const chosenIcons = iconsOf;

/** Reads the version of the public content; null when the database has none. */
export const readContentVersion = readVersion;

/** Renders the whole page with its content. Only the form can be hydrated. */
export function renderPage(input: RenderInput): RenderedPage {
  const { portfolio, config, assets, now, snapshot, avif } = input;
  const icon = ownIcon(portfolio) && siteAddress("/favicon.svg");
  const content = contentOf(portfolio, icon, avif);
  const { texts } = content;
  const data: PageData | undefined = snapshot && { snapshot };
  return renderDocument({
    title: pageTitle(content),
    language: texts.language,
    head: renderMeta(content, config.publicUrl),
    body: renderToStaticMarkup(
      <Page
        content={content}
        year={now.getFullYear()}
        form={renderToString(<ContactForm config={config} texts={texts.form} />)}
      />,
    ),
    data: data ? { [DATA_ID]: data } : {},
    config,
    assets,
  });
}

/** Renders a page without content, which is loaded in the browser. Only for static hosting. */
export function renderLoadingPage(input: Omit<RenderInput, "portfolio" | "now">): RenderedPage {
  const { config, assets } = input;
  return renderDocument({
    title: DEFAULT_NAME,
    head: renderCanonical(config.publicUrl),
    body: renderToStaticMarkup(<Spinner />),
    data: {},
    config,
    assets,
    eager: true,
  });
}

/** Renders the error page shown when the content could not be read. */
export function renderErrorPage(
  input: Omit<RenderInput, "portfolio" | "now"> & { message: string },
): RenderedPage {
  const { message, config, assets } = input;
  return renderDocument({
    title: "An Error Occurred",
    head: '<meta name="robots" content="noindex">',
    body: renderToStaticMarkup(<ErrorScreen message={message} />),
    data: {},
    config,
    // The error page is static; it can only start the application.
    assets: { ...assets, landingEntry: "" },
  });
}

/**
 * The manifest of the workspace.
 * @param portfolio null when it could not be read.
 */
export function renderManifest(portfolio: Portfolio | null): string {
  return renderAppManifest(portfolio?.info.displayName ?? "");
}

/** The favicon: the owner's, sanitized, or the built-in one, with its color in cyan. */
export function renderFavicon(portfolio: Portfolio): string {
  return paintCyan(ownIcon(portfolio) ?? BUILT_IN_ICON);
}

/** The icon of a site whose owner has set none. */
export const builtInFavicon = paintCyan(BUILT_IN_ICON);

/** The look of the share image, and the owner's accent color on a dark background; null for cyan. */
export function shareStyle({ info }: Portfolio): { look: Look; accent: string | null } {
  return { look: lookOf(info), accent: toAccent(info.accentColor)?.dark.color ?? null };
}

export function renderCv({
  portfolio,
  config,
  assets,
}: ContentInput & { assets: Pick<PageAssets, "css" | "policy"> }) {
  const content = contentOf(portfolio);
  const { css: pageCss, policy = "" } = assets;
  return renderCvDocument(content, { publicUrl: config.publicUrl, pageCss, policy });
}

/** The text of `/resume.json`: what is public, as JSON Resume. */
export function renderResume({ portfolio, config }: ContentInput): string {
  const resume = toResume(withSafeInfo(portfolio), config.publicUrl);
  return `${JSON.stringify(resume, null, 2)}\n`;
}

/** The text of `/llms.txt`: what is public, as Markdown. */
export function renderLlms({ portfolio, config }: ContentInput): string {
  return renderLlmsText(contentOf(portfolio), config.publicUrl);
}

export function renderSitemap({ config, now }: { config: SiteConfig; now: Date }): string {
  return sitemapText(config.publicUrl, now);
}

export function renderRobots({ config }: { config: SiteConfig }): string {
  return robotsText(config.publicUrl);
}

interface ContentInput {
  portfolio: Portfolio;
  config: Pick<SiteConfig, "publicUrl">;
}

function contentOf(
  portfolio: Portfolio,
  icon: string | null = null,
  avif?: ReadonlySet<string>,
): PageContent {
  const texts = ALL_TEXTS[languageOf(portfolio.info)];
  return toPageContent(portfolio, sanitizeHtmlOnServer, icon, { avif, texts });
}

function withSafeInfo(portfolio: Portfolio): Portfolio {
  const { bio = "", personalStatement = "", ...info } = portfolio.info;
  return {
    ...portfolio,
    info: {
      ...info,
      bio: sanitizeHtmlOnServer(bio),
      personalStatement: sanitizeHtmlOnServer(personalStatement),
      faviconSvg: ownIcon(portfolio) ?? "",
    },
  };
}

function ownIcon({ info }: Portfolio): string | null {
  return info.faviconSvg ? sanitizeSvgOnServer(info.faviconSvg) : null;
}
