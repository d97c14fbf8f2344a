import type { Portfolio } from "../content/portfolio.ts";
import type { SiteConfig } from "../lib/site-config.ts";

/** What the build made, as the page needs it. The build writes it to `dist/prerender/assets.json`. */
export interface PageAssets {
  /** Text of the boot script, inlined. */
  bootScript: string;
  /** Text of the landing page's styles, inlined; empty in development. */
  css: string;
  /** Address of the landing page's module, such as `/assets/landing-abc.js`. */
  landingEntry: string;
  /**
   * Addresses of the application's modules: the one that starts it, then those it imports, which are
   * fetched beside it instead of after it.
   */
  appModules: string[];
  /** Addresses of the application's style sheets. */
  appCss: string[];
  /** Additional HTML for the head, in development only. */
  devHead?: string;
}

export interface RenderInput {
  portfolio: Portfolio;
  config: SiteConfig;
  assets: PageAssets;
  now: Date;
}

/** A page and the exact texts of its inline scripts and styles, for the hashes of a CSP. */
export interface RenderedPage {
  html: string;
  inlineScripts: string[];
  inlineStyles: string[];
}
