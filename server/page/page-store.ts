import { createHash } from "node:crypto";
import type { PageAssets, RenderedPage } from "../../shared/page.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { type EncodedBody, encodeBody } from "../http/compression.ts";
import { hashSource } from "../http/security-headers.ts";
import { drawFaviconIco, drawTouchIcon } from "./icon-pictures.ts";
import type { Portfolio, PrerenderModule, Renderer } from "./renderer.ts";

/** A document ready to be sent, with what its content security policy has to allow. */
export interface Document {
  status: 200 | 503;
  type: string;
  body: EncodedBody;
  etag: string;
  /** `'sha256-…'` sources of the inline scripts and styles. */
  scriptHashes: string[];
  styleHashes: string[];
}

/** The documents generated from the portfolio, each cached per origin. */
export type DocumentName =
  | "page"
  | "sitemap"
  | "robots"
  | "favicon"
  | "faviconIco"
  | "touchIcon"
  | "card";

export interface PageStoreOptions {
  load: () => Promise<Renderer>;
  readPortfolio(module: PrerenderModule): Promise<Portfolio>;
  /** PNG bytes of the share image. */
  renderCard(portfolio: Portfolio): Promise<Uint8Array>;
  siteConfig(origin: string): SiteConfig;
  /** Whether a content write reliably invalidates the cache. */
  mayKeep(): boolean;
  now(): Date;
}

export interface PageStore {
  /** @throws {PortfolioUnavailable} when the portfolio cannot be read. */
  get(name: DocumentName, origin: string): Promise<Document>;
  /** The 'An Error Occurred' screen. Never cached. */
  errorPage(message: string, origin: string): Promise<Document>;
  invalidate(): void;
}

/** The portfolio could not be read from the Data API. */
export class PortfolioUnavailable extends Error {
  override name = "PortfolioUnavailable";
}

/**
 * Renders documents on demand, once for all concurrent requests, and caches them until
 * `invalidate`. The keys are a fixed set of names times the few origins the origin check accepts.
 */
export function createPageStore(options: PageStoreOptions): PageStore {
  let generation = newGeneration();

  return {
    async get(name, origin) {
      // A write during the render makes the result stale; after two retries it is sent anyway.
      for (let attempt = 1; ; attempt++) {
        const current = generation;
        const document = await documentOf(current, name, origin);
        if (current === generation || attempt === 3) return document;
      }
    },
    async errorPage(message, origin) {
      const { module, assets } = await options.load();
      const config = options.siteConfig(origin);
      return pageDocument(503, module.renderErrorPage({ message, config, assets }), "quick");
    },
    invalidate() {
      generation = newGeneration();
    },
  };

  function documentOf(current: Generation, name: DocumentName, origin: string) {
    const key = `${name} ${origin}`;
    const known = current.documents.get(key);
    if (known) return known;
    const keep = options.mayKeep();
    const making = make(current, name, origin, keep ? "best" : "quick");
    current.documents.set(key, making);
    const forget = () => {
      current.documents.delete(key);
      current.portfolio = null;
    };
    making.then(keep ? undefined : forget, forget);
    return making;
  }

  async function make(
    current: Generation,
    name: DocumentName,
    origin: string,
    effort: "best" | "quick",
  ): Promise<Document> {
    const { module, assets } = await options.load();
    const config = options.siteConfig(origin);
    if (name === "robots") {
      return textDocument("text/plain; charset=utf-8", module.renderRobots({ config }), effort);
    }
    current.portfolio ??= options.readPortfolio(module).catch((error: unknown) => {
      throw new PortfolioUnavailable(error instanceof Error ? error.message : String(error));
    });
    const portfolio = await current.portfolio;
    return render(module, assets, name, portfolio, config, effort);
  }

  async function render(
    module: PrerenderModule,
    assets: PageAssets,
    name: Exclude<DocumentName, "robots">,
    portfolio: Portfolio,
    config: SiteConfig,
    effort: "best" | "quick",
  ): Promise<Document> {
    const now = options.now();
    switch (name) {
      case "page":
        return pageDocument(200, module.renderPage({ portfolio, config, assets, now }), effort);
      case "sitemap": {
        const sitemap = module.renderSitemap({ config, now });
        return textDocument("application/xml; charset=utf-8", sitemap, effort);
      }
      case "favicon":
        return textDocument("image/svg+xml", module.renderFavicon(portfolio), effort);
      case "faviconIco": {
        const icon = module.renderFavicon(portfolio);
        return pictureDocument("image/x-icon", await drawFaviconIco(icon, module.builtInFavicon));
      }
      case "touchIcon": {
        const icon = module.renderFavicon(portfolio);
        return pictureDocument("image/png", await drawTouchIcon(icon, module.builtInFavicon));
      }
      case "card":
        return pictureDocument("image/png", await options.renderCard(portfolio));
    }
  }
}

interface Generation {
  portfolio: Promise<Portfolio> | null;
  documents: Map<string, Promise<Document>>;
}

function newGeneration(): Generation {
  return { portfolio: null, documents: new Map() };
}

async function pageDocument(
  status: 200 | 503,
  page: RenderedPage,
  effort: "best" | "quick",
): Promise<Document> {
  const document = await textDocument("text/html; charset=utf-8", page.html, effort);
  return {
    ...document,
    status,
    scriptHashes: page.inlineScripts.map(hashSource),
    styleHashes: page.inlineStyles.map(hashSource),
  };
}

async function textDocument(
  type: string,
  text: string,
  effort: "best" | "quick",
): Promise<Document> {
  const body = await encodeBody(text, effort);
  return { status: 200, type, body, etag: etagOf(text), scriptHashes: [], styleHashes: [] };
}

function pictureDocument(type: string, bytes: Uint8Array): Document {
  const same = new Uint8Array(bytes);
  const body = { br: same, gzip: same, identity: same };
  return { status: 200, type, body, etag: etagOf(bytes), scriptHashes: [], styleHashes: [] };
}

/** Weak, because all compressed forms share it. */
function etagOf(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}
