import { readEmbeddedJson } from "./embed-json.ts";

/** Location of the data and the public key to read it. */
export interface SiteConfig {
  /** Absolute URL of the Supabase-compatible server. */
  supabaseUrl: string;
  /** The public key; never the secret one. */
  publishableKey: string;
  /** Absolute URL of this site, without a trailing slash; empty when unknown. */
  publicUrl: string;
  /** True when page and data come from the same server. */
  embedded: boolean;
}

/** The part of the configuration that is embedded in the page. */
export type ClientConfig = Omit<SiteConfig, "publicUrl">;

/**
 * Reads the configuration from the page. An embedded site uses the current origin, which may differ
 * from the configured one.
 */
export function readClientConfig(root: Document = document): ClientConfig {
  const config = readEmbeddedJson<ClientConfig>(CONFIG_ID, root);
  if (!config) throw new Error(`The page carries no configuration (#${CONFIG_ID}).`);
  return config.embedded ? { ...config, supabaseUrl: root.location.origin } : config;
}

/** The element id of the JSON block that holds the configuration. */
export const CONFIG_ID = "foyer-config";
