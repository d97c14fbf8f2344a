import { type ClientConfig, CONFIG_ID } from "../../shared/site-config.ts";
import { readEmbeddedJson } from "./embed-json.ts";

/**
 * Reads the configuration from the page. An embedded site uses the current origin, which may differ
 * from the configured one.
 */
export function readClientConfig(root: Document = document): ClientConfig {
  const config = readEmbeddedJson<ClientConfig>(CONFIG_ID, root);
  if (!config) throw new Error(`The page carries no configuration (#${CONFIG_ID}).`);
  return config.embedded ? { ...config, supabaseUrl: root.location.origin } : config;
}
