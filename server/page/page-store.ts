import type { SiteConfig } from "../../shared/site-config.ts";
import { withTimeLimit } from "../../shared/time-limit.ts";
import { encodeBody } from "../http/compression.ts";
import {
  type Document,
  type DocumentName,
  pageDocument,
  renderDocument,
  textDocument,
} from "./documents.ts";
import type { Portfolio, PrerenderModule, Renderer } from "./renderer.ts";
import type { ShareStyle } from "./share-card.ts";

/**
 * Maximum milliseconds a visitor waits before the last rendered page is sent.
 * @limit requests: waiting for the page, before the last one that could be rendered is sent
 */
const PAGE_RENDER_MS = 5_000;

/**
 * Milliseconds before a failed page is rendered again; doubled at each failure.
 * @limit requests: the longest pause before a page that could not be rendered is tried again; 30 seconds
 */
const PAGE_RETRY_MS = { first: 1_000, most: 30_000 };

export interface PageStoreOptions {
  load: () => Promise<Renderer>;
  readPortfolio(module: PrerenderModule): Promise<Portfolio>;
  /** The sprite of these icons of simple-icons. */
  renderIcons(slugs: readonly string[]): Promise<string>;
  /** PNG bytes of the share image. */
  renderCard(portfolio: Portfolio, style: ShareStyle): Promise<Uint8Array>;
  siteConfig(origin: string): SiteConfig;
  /** False to render every request again and to show every failure. */
  keep: boolean;
  /** Whether a content write reliably invalidates the cache. */
  isNotified(): boolean;
  /** Called once for each failed rendering. */
  onFailure(error: unknown): void;
  now(): Date;
}

export interface PageStore {
  /**
   * The document, or its last successful rendering.
   * @throws {PortfolioUnavailable} when the portfolio cannot be read and never could.
   */
  get(name: DocumentName, origin: string): Promise<Served>;
  /** The 'An Error Occurred' screen. Never cached. */
  errorPage(message: string, origin: string): Promise<Document>;
  invalidate(): void;
}

export interface Served {
  document: Document;
  /** Age in seconds of the last rendering, if the document could not be rendered again. */
  staleSeconds: number | null;
}

/** The portfolio could not be read from the Data API. */
export class PortfolioUnavailable extends Error {
  override name = "PortfolioUnavailable";
}

/**
 * Renders documents on demand, once for all concurrent requests, and caches them until
 * `invalidate`, which renders the page again, so that the next visitor need not wait. A cached
 * document is compressed again in the background, with the best ratio. When a rendering fails, the
 * last successful one is used, and rendering is retried after a growing pause. The keys are a fixed
 * set of names times the few origins that the origin check accepts.
 */
export function createPageStore(options: PageStoreOptions): PageStore {
  let generation = newGeneration();
  const lastGood = new Map<string, { document: Document; at: number }>();
  const failures = new Map<string, Failure>();
  /** One document at a time, because the threads also compress answers that someone waits for. */
  let improving = Promise.resolve();

  return {
    async get(name, origin) {
      const key = `${name} ${origin}`;
      const good = lastGood.get(key);
      const failure = failures.get(key);
      const mayTry = !failure || performance.now() >= failure.retryAt;
      if (!good) {
        if (!mayTry) throw failure.error;
        return { document: await render(name, origin), staleSeconds: null };
      }
      const { document, at } = good;
      const stale = () => ({ document, staleSeconds: Math.ceil((performance.now() - at) / 1000) });
      if (!mayTry) return stale();
      const current = render(name, origin).then((latest) => ({
        document: latest,
        staleSeconds: null,
      }));
      // After a failure, no visitor waits for the next attempt.
      return withTimeLimit(current, failure ? 0 : PAGE_RENDER_MS, stale).catch(stale);
    },
    async errorPage(message, origin) {
      const { module, assets } = await options.load();
      const config = options.siteConfig(origin);
      return pageDocument(503, module.renderErrorPage({ message, config, assets }));
    },
    invalidate() {
      const visited = [...generation.documents.keys()].filter((key) => key.startsWith("page "));
      generation = newGeneration();
      if (!options.isNotified()) return;
      failures.clear();
      for (const key of options.keep ? visited : []) {
        render("page", key.slice("page ".length)).catch(() => {});
      }
    },
  };

  async function render(name: DocumentName, origin: string): Promise<Document> {
    // A write during the render makes the result stale; after two retries it is sent anyway.
    for (let attempt = 1; ; attempt++) {
      const current = generation;
      const document = await documentOf(current, name, origin);
      if (current === generation || attempt === 3) return document;
    }
  }

  function documentOf(current: Generation, name: DocumentName, origin: string) {
    const key = `${name} ${origin}`;
    const known = current.documents.get(key);
    if (known) return known;
    const keep = options.keep && options.isNotified();
    const making = make(current, name, origin);
    current.documents.set(key, making);
    const forget = () => {
      current.documents.delete(key);
      current.portfolio = null;
    };
    making.then(
      (document) => {
        failures.delete(key);
        if (options.keep) lastGood.set(key, { document, at: performance.now() });
        if (keep) improving = improving.then(() => improve(current, document)).catch(() => {});
        else forget();
      },
      (error: unknown) => {
        if (options.keep) failures.set(key, nextFailure(failures.get(key), error));
        options.onFailure(error);
        forget();
      },
    );
    return making;
  }

  /** Compresses a document as well as possible, unless it has become stale while it waited. */
  async function improve(current: Generation, { body }: Document): Promise<void> {
    // Pictures have one form.
    if (current !== generation || body.br === body.identity) return;
    Object.assign(body, await encodeBody(body.identity, "best"));
  }

  async function make(current: Generation, name: DocumentName, origin: string): Promise<Document> {
    const { module, assets } = await options.load();
    const config = options.siteConfig(origin);
    if (name === "robots") {
      return textDocument("text/plain; charset=utf-8", module.renderRobots({ config }));
    }
    current.portfolio ??= options.readPortfolio(module).catch((error: unknown) => {
      throw new PortfolioUnavailable(error instanceof Error ? error.message : String(error));
    });
    const portfolio = await current.portfolio;
    const { renderIcons, renderCard } = options;
    const source = { module, assets, config, renderIcons, renderCard, now: options.now() };
    return renderDocument(name, portfolio, source);
  }
}

interface Failure {
  error: unknown;
  pauseMs: number;
  /** Monotonic time in milliseconds. */
  retryAt: number;
}

function nextFailure(before: Failure | undefined, error: unknown): Failure {
  const pauseMs = before ? Math.min(before.pauseMs * 2, PAGE_RETRY_MS.most) : PAGE_RETRY_MS.first;
  return { error, pauseMs, retryAt: performance.now() + pauseMs };
}

interface Generation {
  portfolio: Promise<Portfolio> | null;
  documents: Map<string, Promise<Document>>;
}

function newGeneration(): Generation {
  return { portfolio: null, documents: new Map() };
}
