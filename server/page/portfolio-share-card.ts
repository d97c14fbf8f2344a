import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { STORAGE_PATH } from "../../shared/api-paths.ts";
import { assetPath } from "../http/assets.ts";
import type { Portfolio } from "./renderer.ts";
import { renderShareCard, type ShareCardInput, type ShareStyle } from "./share-card.ts";

/** Maximum bytes of the portrait on the share card; a larger one is omitted. */
const PORTRAIT_MAX_BYTES = 10 * 1024 * 1024;

export interface ShareCardSource {
  /** The site's own origins; portraits are only read from these. */
  origins: string[];
  /** The gateway's own fetch. */
  fetch: typeof globalThis.fetch;
  /** The site's public address, if it is known. */
  publicUrl?: string | undefined;
  /** The built browser files, which include the sample portrait. */
  client: string;
}

/**
 * Renders the share card of a portfolio. It is rerendered only when its content has changed,
 * because rendering takes a large part of a second.
 */
export function createShareCards(
  source: ShareCardSource,
): (portfolio: Portfolio, style: ShareStyle) => Promise<Uint8Array> {
  let last: { key: string; card: Promise<Uint8Array> } | null = null;
  return async (portfolio, style) => {
    const input = { ...(await readInput(portfolio, source)), ...style };
    const key = keyOf(input);
    if (last?.key !== key) last = { key, card: renderShareCard(input) };
    const current = last;
    // A failed render is retried on the next request.
    current.card.catch(() => {
      if (last === current) last = null;
    });
    return current.card;
  };
}

const portfolioSchema = z.object({
  info: z.object({
    displayName: z.string().default("Portfolio"),
    tagline: z.string().default(""),
    location: z.string().optional(),
    profilePictureUrl: z.string().optional(),
  }),
});

async function readInput(portfolio: Portfolio, source: ShareCardSource): Promise<ShareCardInput> {
  const { info } = portfolioSchema.parse(portfolio);
  const portrait = await readPortrait(info.profilePictureUrl ?? "", source).catch(() => undefined);
  const host = source.publicUrl && new URL(source.publicUrl).host;
  return { name: info.displayName, tagline: info.tagline, location: info.location, portrait, host };
}

/**
 * Reads only pictures of this site, because the server must not fetch URLs that somebody has typed.
 */
async function readPortrait(url: string, source: ShareCardSource): Promise<Buffer | undefined> {
  const own = source.origins.find((origin) => url.startsWith(`${origin}/`));
  const pathname = own ? url.slice(own.length) : url;
  if (!pathname.startsWith("/") || pathname.startsWith("//")) return undefined;
  if (!pathname.startsWith(`${STORAGE_PATH}/object/public/`)) {
    const file = assetPath(pathname);
    return file ? await readFile(join(source.client, ...file.split("/"))) : undefined;
  }
  const response = await source.fetch(`${source.origins[0]}${pathname}`);
  if (!response.ok || Number(response.headers.get("content-length")) > PORTRAIT_MAX_BYTES) {
    await response.body?.cancel();
    return undefined;
  }
  return Buffer.from(await response.arrayBuffer());
}

function keyOf({ portrait, ...texts }: ShareCardInput): string {
  return createHash("sha256")
    .update(JSON.stringify(texts))
    .update(portrait ?? "")
    .digest("hex");
}
