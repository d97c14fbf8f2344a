import { createHash } from "node:crypto";
import type { PageAssets, RenderedPage } from "../../shared/page.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { type EncodedBody, encodeBody } from "../http/compression.ts";
import { hashSource } from "../http/security-headers.ts";
import { drawFaviconIco, drawHomeIcon, type HomeIcon } from "./icon-pictures.ts";
import type { Portfolio, PrerenderModule } from "./renderer.ts";
import type { ShareStyle } from "./share-card.ts";

/** A document ready to be sent, with the hashes that its content security policy must allow. */
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
  | "cv"
  | "resume"
  | "llms"
  | "sitemap"
  | "robots"
  | "favicon"
  | "faviconIco"
  | HomeIcon
  | "manifest"
  | "icons"
  | "card";

export interface DocumentSource {
  module: PrerenderModule;
  assets: PageAssets;
  config: SiteConfig;
  now: Date;
  /** The sprite of these icons of simple-icons. */
  renderIcons(slugs: readonly string[]): Promise<string>;
  /** PNG bytes of the share image. */
  renderCard(portfolio: Portfolio, style: ShareStyle): Promise<Uint8Array>;
}

/** Renders a document that shows the portfolio, compressed quickly, because a visitor waits. */
export async function renderDocument(
  name: Exclude<DocumentName, "robots">,
  portfolio: Portfolio,
  { module, assets, config, now, renderIcons, renderCard }: DocumentSource,
): Promise<Document> {
  switch (name) {
    case "page":
      return pageDocument(200, module.renderPage({ portfolio, config, assets, now }));
    case "cv":
      return pageDocument(200, module.renderCv({ portfolio, config, assets }));
    case "resume": {
      const resume = module.renderResume({ portfolio, config });
      return textDocument("application/json; charset=utf-8", resume);
    }
    case "llms": {
      const text = module.renderLlms({ portfolio, config });
      return textDocument("text/plain; charset=utf-8", text);
    }
    case "sitemap": {
      const sitemap = module.renderSitemap({ config, now });
      return textDocument("application/xml; charset=utf-8", sitemap);
    }
    case "favicon":
      return textDocument("image/svg+xml", module.renderFavicon(portfolio));
    case "faviconIco": {
      const icon = module.renderFavicon(portfolio);
      return pictureDocument("image/x-icon", await drawFaviconIco(icon, module.builtInFavicon));
    }
    case "apple-touch-icon.png":
    case "icon-192.png":
    case "icon-512.png":
    case "icon-maskable.png": {
      const icon = module.renderFavicon(portfolio);
      return pictureDocument("image/png", await drawHomeIcon(name, icon, module.builtInFavicon));
    }
    case "manifest":
      return textDocument("application/manifest+json", module.renderManifest(portfolio));
    case "icons": {
      const sprite = await renderIcons(module.chosenIcons(portfolio));
      return textDocument("image/svg+xml", sprite);
    }
    case "card":
      return pictureDocument(
        "image/png",
        await renderCard(portfolio, module.shareStyle(portfolio)),
      );
  }
}

export async function pageDocument(status: 200 | 503, page: RenderedPage): Promise<Document> {
  const document = await textDocument("text/html; charset=utf-8", page.html);
  return {
    ...document,
    status,
    scriptHashes: page.inlineScripts.map(hashSource),
    styleHashes: page.inlineStyles.map(hashSource),
  };
}

export async function textDocument(type: string, text: string): Promise<Document> {
  const body = await encodeBody(text, "quick");
  return { status: 200, type, body, etag: etagOf(text), scriptHashes: [], styleHashes: [] };
}

function pictureDocument(type: string, bytes: Uint8Array): Document {
  const same = new Uint8Array(bytes);
  const body = { br: same, gzip: same, identity: same };
  return { status: 200, type, body, etag: etagOf(bytes), scriptHashes: [], styleHashes: [] };
}

/** A weak ETag, because all compressed forms share it. */
function etagOf(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}
