import type { SiteConfig } from "../../shared/site-config.ts";

/**
 * The Supabase project a static site is built for, from VITE_SUPABASE_URL and
 * VITE_SUPABASE_PUBLISHABLE_KEY. FOYER_PUBLIC_URL adds the site's URL. Null when neither variable
 * is set.
 * @throws one sentence when a variable is missing or is not an http(s) URL.
 */
export function readSnapshotConfig(env: NodeJS.ProcessEnv): SiteConfig | null {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = env;
  if (!url && !publishableKey) return null;
  if (!url || !publishableKey) {
    throw new Error("Set both VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, or neither.");
  }
  return {
    supabaseUrl: readAddress("VITE_SUPABASE_URL", url),
    publishableKey,
    publicUrl: env.FOYER_PUBLIC_URL ? readAddress("FOYER_PUBLIC_URL", env.FOYER_PUBLIC_URL) : "",
    embedded: false,
  };
}

/**
 * Prefix of the build's own URLs: `./` for a static site, whose path the host decides; `/` for our
 * own server, which also serves documents below the root.
 */
export function buildBase(config: SiteConfig | null): "/" | "./" {
  return config ? "./" : "/";
}

/** The normalized URL without trailing slash, query or hash. */
function readAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Error(`${name} is not an http or https address: ${text}`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
