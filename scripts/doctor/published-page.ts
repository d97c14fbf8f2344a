import { z } from "zod";
import { CONFIG_ID } from "../../shared/site-config.ts";
import { DATA_ID } from "../../src/landing/page-content.ts";

/** The site's page as visitors get it. */
export interface PublishedPage {
  headers: Headers;
  /** The policy in the page itself, or null. */
  policy: string | null;
  /** The project the page reads from. */
  supabaseUrl: string;
  publishableKey: string;
  /** Version of the page's snapshot; null for a page without one. */
  version: string | null;
  /** Differs from that of a page with other content. */
  content: string;
}

const configSchema = z.object({ supabaseUrl: z.string(), publishableKey: z.string() });
const dataSchema = z.object({
  snapshot: z.object({ version: z.string().nullable() }).optional(),
});

/** Milliseconds a site or a service may take to answer a check. */
export const ANSWER_MS = 20_000;

/**
 * Fetches a site's page.
 * @param end ends a request earlier than after its time.
 * @throws one sentence for a page that is not Foyer's.
 */
export async function fetchPublishedPage(
  publicUrl: string,
  end?: AbortSignal,
): Promise<PublishedPage> {
  const url = `${publicUrl}/`;
  const headers = { "cache-control": "no-cache" };
  const timeout = AbortSignal.timeout(ANSWER_MS);
  const signal = end ? AbortSignal.any([timeout, end]) : timeout;
  const response = await fetch(url, { headers, signal }).catch(() => null);
  if (response && !response.ok) throw new Error(`${url} answers ${response.status}.`);
  const html = await response?.text().catch(() => null);
  if (!response || html == null) throw new Error(`${url} does not answer.`);
  const config = configSchema.safeParse(readBlock(html, CONFIG_ID));
  if (!config.success) throw new Error(`${url} is not a page of Foyer.`);
  const policy = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html);
  return {
    ...config.data,
    headers: response.headers,
    policy: policy?.[1] ?? null,
    version: readSnapshotVersion(html),
    content: identifyContent(html),
  };
}

/** The version of the content in a page, or the content itself, which may lack one. */
export function identifyContent(html: string): string {
  return readSnapshotVersion(html) ?? JSON.stringify(readBlock(html, DATA_ID));
}

/** Null for a page without content. */
function readSnapshotVersion(html: string): string | null {
  const data = dataSchema.safeParse(readBlock(html, DATA_ID));
  return data.data?.snapshot?.version ?? null;
}

function readBlock(html: string, id: string): unknown {
  const found = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "s");
  try {
    return JSON.parse(found.exec(html)?.[1] ?? "");
  } catch {
    return null;
  }
}
