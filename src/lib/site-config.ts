import { readEmbeddedJson } from "./embed-json.ts";

/** Where the data lives and what the visitor's browser may use to read it. */
export interface SiteConfig {
  /** Absolute address of the Supabase-compatible server. */
  supabaseUrl: string;
  /** The public key; never the secret one. */
  publishableKey: string;
  /** Absolute address of this site, without a trailing slash; empty when not known. */
  publicUrl: string;
  /** True when the page comes from the same server as the data. */
  embedded: boolean;
}

/** What the browser gets to know of the configuration, as the page carries it. */
export type ClientConfig = Omit<SiteConfig, "publicUrl">;

/**
 * Reads the configuration out of the page.
 * An embedded site uses the origin it was opened under, which may differ from the configured one.
 */
export function readClientConfig(root: Document = document): ClientConfig {
  const config = readEmbeddedJson<ClientConfig>(CONFIG_ID, root);
  if (!config) throw new Error(`The page carries no configuration (#${CONFIG_ID}).`);
  return config.embedded ? { ...config, supabaseUrl: root.location.origin } : config;
}

/** The id of the JSON block that holds the configuration. */
export const CONFIG_ID = "foyer-config";
