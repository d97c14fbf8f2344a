import type { PageAssets } from "../../shared/page.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import type { Portfolio } from "../content/portfolio.ts";
import type { Snapshot } from "./page-content.ts";

export interface RenderInput {
  portfolio: Portfolio;
  config: SiteConfig;
  assets: PageAssets;
  now: Date;
  /** Content of a static site's build. */
  snapshot?: Snapshot;
  /** AVIF file names for `toPageContent`. */
  avif?: ReadonlySet<string>;
}
