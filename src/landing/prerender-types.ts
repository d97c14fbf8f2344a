import type { Portfolio } from "../content/portfolio.ts";
import type { SiteConfig } from "../lib/site-config.ts";

/** The built browser files the page needs; `server/page/page-assets.ts` looks them up. */
export interface PageAssets {
  /** Source of the boot script, inlined. */
  bootScript: string;
  /** The landing page's styles, inlined; empty in development. */
  css: string;
  /** URL of the landing page's module, such as `/assets/landing-abc.js`. */
  landingEntry: string;
  /**
   * URLs of the application's modules: its entry, then its imports, which are fetched in parallel.
   */
  appModules: string[];
  /** URLs of the application's style sheets. */
  appCss: string[];
  /** Content security policy for the document itself, where the host does not send our header. */
  policy?: string;
  /** Additional HTML for the head, in development only. */
  devHead?: string;
}

export interface RenderInput {
  portfolio: Portfolio;
  config: SiteConfig;
  assets: PageAssets;
  now: Date;
}

/** A page and the exact text of its inline scripts and styles, for the hashes of a CSP. */
export interface RenderedPage {
  html: string;
  inlineScripts: string[];
  inlineStyles: string[];
}
