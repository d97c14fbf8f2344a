import { matchesEtag } from "../../shared/matches-etag.ts";
import type { ServerDeps } from "../deps.ts";
import { chooseEncoding } from "../http/compression.ts";
import { renderIconSprite } from "./brand-icons.ts";
import type { Document, DocumentName } from "./documents.ts";
import { createPageStore, PortfolioUnavailable } from "./page-store.ts";
import { createShareCards } from "./portfolio-share-card.ts";
import { createRendererLoader, type Renderer } from "./renderer.ts";
import { createOriginCheck, loopbackOrigins } from "./visited-origin.ts";

export interface PageCacheOptions {
  deps: Pick<ServerDeps, "config" | "database" | "log" | "origin" | "paths" | "secrets">;
  /** The gateway's own fetch, so that content is read like a visitor, under the same policies. */
  fetch: typeof globalThis.fetch;
  /** Returns the page's policy for the `'sha256-…'` sources of its inline scripts and styles. */
  contentSecurityPolicy(hashes: { scriptHashes: string[]; styleHashes: string[] }): string;
  /** Replaces the built bundle; used by the dev server. */
  loadRenderer?: () => Promise<Renderer>;
  /** False to render every request again, for a dev server whose sources change. */
  keep?: boolean;
  now?: () => Date;
}

export interface PageCache {
  /**
   * Answers GET and HEAD for `/`, `/index.html`, `/cv`, the files generated from content
   * (resume.json, llms.txt, sitemap.xml, robots.txt, the icons, og.png), and any other path that
   * looks like a page; null for everything else. The CSP header is set here; the gateway adds all
   * other security headers.
   */
  handle(request: Request): Promise<Response | null>;
  /** Renders the page early, so that one exists when the database becomes unavailable. */
  prepare(): Promise<void>;
  /** Empties the cache, for a dev server whose sources changed. */
  invalidate(): void;
  close(): Promise<void>;
}

/**
 * Caches the rendered landing page, compressed, until a content write is notified.
 * - When the portfolio cannot be read, the last rendered page is sent with a `Cache-Status` header
 * whose negative `ttl` is its age in seconds (RFC 9211). Only a server that has never rendered the
 * page sends the error screen, with status 503.
 * - An unknown path shows the landing page with status 404, so that crawlers do not index it twice.
 * Paths with a file extension are left to the caller.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { deps, keep = true, now = () => new Date() } = options;
  const publishableKey = deps.secrets.publishableKey;
  const originOf = createOriginCheck(deps.config, deps.origin);
  const { session } = deps.database;
  const invalidate = () => store.invalidate();
  const stopListening = session.listen(CONTENT_CHANNEL, invalidate, invalidate);
  const store = createPageStore({
    load: options.loadRenderer ?? createRendererLoader(deps.paths),
    readPortfolio: (module) =>
      module.readPortfolio(options.fetch, { supabaseUrl: deps.origin, publishableKey }),
    renderIcons: (slugs) => renderIconSprite(slugs, deps.paths.client),
    renderCard: createShareCards({
      origins: [deps.origin, ...loopbackOrigins(deps.config, deps.origin)],
      fetch: options.fetch,
      client: deps.paths.client,
      publicUrl: deps.config.publicUrl?.href,
    }),
    siteConfig: (origin) => ({
      supabaseUrl: origin,
      publicUrl: origin,
      publishableKey,
      embedded: true,
    }),
    keep,
    isNotified: () => session.live,
    onFailure(error) {
      const text = "The landing page could not be rendered";
      if (error instanceof PortfolioUnavailable) deps.log.warn(`${text}: ${error.message}`);
      else deps.log.error(`${text}.`, error);
    },
    now,
  });

  return {
    async handle(request) {
      if (request.method !== "GET" && request.method !== "HEAD") return null;
      const { pathname } = new URL(request.url);
      const name = contentFiles[pathname];
      if (!name && pathname.slice(pathname.lastIndexOf("/")).includes(".")) return null;
      const origin = originOf(request);
      try {
        const { document, staleSeconds } = await store.get(name ?? "page", origin);
        const response = answer(request, document, name ? document.status : 404);
        if (staleSeconds !== null) {
          response.headers.set("cache-status", `Foyer; hit; ttl=-${staleSeconds}`);
        }
        return response;
      } catch (error) {
        return answerFailure(request, error, origin, name ?? "page");
      }
    },
    async prepare() {
      if (keep) await store.get("page", deps.origin).catch(() => {});
    },
    invalidate: () => store.invalidate(),
    close: async () => stopListening(),
  };

  async function answerFailure(
    request: Request,
    error: unknown,
    origin: string,
    name: DocumentName,
  ): Promise<Response> {
    if (name === "page" && error instanceof PortfolioUnavailable) {
      const screen = await store.errorPage(error.message, origin).catch(() => null);
      if (screen) return answer(request, screen, 503);
    }
    return new Response("This page is not available right now.\n", {
      status: 503,
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": PAGE_RETRY_SECONDS,
      },
    });
  }

  function answer(request: Request, document: Document, status: number): Response {
    const headers = new Headers({
      "content-type": document.type,
      "cache-control": status === 503 ? "no-store" : "no-cache",
      vary: "accept-encoding",
      "content-security-policy": policyOf(document),
    });
    if (status === 503) headers.set("retry-after", PAGE_RETRY_SECONDS);
    else headers.set("etag", document.etag);
    if (status === 200 && matchesEtag(request.headers.get("if-none-match"), document.etag)) {
      return new Response(null, { status: 304, headers });
    }
    const encoding = PICTURES.has(document.type)
      ? "identity"
      : chooseEncoding(request.headers.get("accept-encoding"));
    if (encoding !== "identity") headers.set("content-encoding", encoding);
    const body = document.body[encoding];
    headers.set("content-length", String(body.byteLength));
    return new Response(request.method === "HEAD" ? null : body, { status, headers });
  }

  function policyOf(document: Document): string {
    return document.type.startsWith("text/html")
      ? options.contentSecurityPolicy(document)
      : "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  }
}

/** Retry delay in seconds for a page that could not be rendered. */
const PAGE_RETRY_SECONDS = "5";

/** Notified on commit by the statement triggers on the content tables. */
const CONTENT_CHANNEL = "portfolio_changed";

/** Formats that are already compressed. */
const PICTURES = new Set(["image/png", "image/x-icon"]);

const contentFiles: Record<string, DocumentName | undefined> = {
  "/": "page",
  "/index.html": "page",
  "/cv": "cv",
  "/resume.json": "resume",
  "/llms.txt": "llms",
  "/sitemap.xml": "sitemap",
  "/robots.txt": "robots",
  "/favicon.svg": "favicon",
  "/favicon.ico": "faviconIco",
  "/apple-touch-icon.png": "apple-touch-icon.png",
  "/apple-touch-icon-precomposed.png": "apple-touch-icon.png",
  "/icon-192.png": "icon-192.png",
  "/icon-512.png": "icon-512.png",
  "/icon-maskable.png": "icon-maskable.png",
  "/workspace.webmanifest": "manifest",
  "/icons.svg": "icons",
  "/og.png": "card",
};
