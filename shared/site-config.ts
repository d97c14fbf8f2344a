/** Location of the data and the public key to read it. */
export interface SiteConfig {
  /** Absolute URL of the Supabase-compatible server. */
  supabaseUrl: string;
  /** The public key; never the secret one. */
  publishableKey: string;
  /** Absolute URL of this site, without a trailing slash; empty when unknown. */
  publicUrl: string;
  /** True when page and data come from the same server; the browser then uses its own origin. */
  embedded: boolean;
}

/** The part of the configuration that is embedded in the page. */
export type ClientConfig = Omit<SiteConfig, "publicUrl">;

/** The element id of the JSON block that holds the configuration. */
export const CONFIG_ID = "foyer-config";
