/** The built browser files a page needs. The host resolves them, the prerender references them. */
export interface PageAssets {
  /** Text of the boot script, a classic script to inline. */
  bootScript: string;
  /** The landing page's styles, inlined; empty in development. */
  css: string;
  /** URL of the landing page's styles for print and forced colors. */
  otherMediaCss: string;
  /** URL of the landing page's after-load code, such as `/assets/entry-abc.js`. */
  landingEntry: string;
  /**
   * URLs of the application's modules: its entry, then its imports, which are fetched in parallel.
   */
  appModules: string[];
  /** URLs of the application's style sheets. */
  appCss: string[];
  /** Modules of the pages that open shared links. */
  shareModules: string[];
  shareCss: string[];
  /** Content security policy for the document itself, for hosts that do not send our header. */
  policy?: string;
  /** Additional HTML for the head, in development only. */
  devHead?: string;
}

/** A page and the exact text of its inline scripts and styles, for the hashes of a CSP. */
export interface RenderedPage {
  html: string;
  inlineScripts: string[];
  inlineStyles: string[];
}

/** Background of the page in each theme, as in `src/ui/theme.css`. */
export const PAGE_BACKGROUND = { dark: "#0b1015", light: "#faf8f3" };
