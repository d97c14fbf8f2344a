import type { SiteConfig } from "../../shared/site-config.ts";
import {
  type Document,
  type DocumentName,
  type Effort,
  pageDocument,
  renderDocument,
  textDocument,
} from "./documents.ts";
import type { Portfolio, PrerenderModule, Renderer } from "./renderer.ts";

export interface PageStoreOptions {
  load: () => Promise<Renderer>;
  readPortfolio(module: PrerenderModule): Promise<Portfolio>;
  /** The sprite of these icons of simple-icons. */
  renderIcons(slugs: readonly string[]): Promise<string>;
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
    effort: Effort,
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
    const { renderIcons, renderCard } = options;
    const source = { module, assets, config, renderIcons, renderCard, now: options.now() };
    return renderDocument(name, portfolio, source, effort);
  }
}

interface Generation {
  portfolio: Promise<Portfolio> | null;
  documents: Map<string, Promise<Document>>;
}

function newGeneration(): Generation {
  return { portfolio: null, documents: new Map() };
}
