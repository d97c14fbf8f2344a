import type { IconIndex } from "../../../shared/icon-files.ts";
import { libraryKey } from "../icon-keys.ts";

/** Icon keys that have a brand icon; any other key shows the generic link icon. */
export const LINK_ICONS = ["GitHub", "LinkedIn", "Telegram"] as const;

export interface Brand {
  name: string;
  key: string;
}

/** The brand of a URL's host: `https://gitlab.com/ada` is GitLab. Null without an icon. */
export function brandOfAddress(address: string, index: IconIndex): Brand | null {
  const text = /^[a-z]+:/i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) return null;
  const host = new URL(text).hostname.replace(/^(?:www|m|mobile)\./, "");
  // Requires a complete host, because "linear" or "go" may be a word that is being typed.
  if (!/^[^.]+\..*[^.]$/.test(host)) return null;
  const wanted = HOSTS[host] ?? host.split(".").at(-2) ?? "";
  const known = LINK_ICONS.find((key) => key.toLowerCase() === wanted);
  if (known) return { name: known, key: known };
  const icon = index.find(([slug]) => slug === wanted);
  return icon ? { name: icon[1], key: libraryKey(icon[0]) } : null;
}

/** Hosts whose name differs from their icon's. */
const HOSTS: Readonly<Record<string, string>> = {
  "t.me": "telegram",
  "bsky.app": "bluesky",
  "dev.to": "devdotto",
  "youtu.be": "youtube",
  "fb.com": "facebook",
  "discord.gg": "discord",
  "wa.me": "whatsapp",
  "twitter.com": "x",
  "news.ycombinator.com": "ycombinator",
  "hub.docker.com": "docker",
  "npmjs.com": "npm",
  "scholar.google.com": "googlescholar",
  "huggingface.co": "huggingface",
  "git.sr.ht": "sourcehut",
  "sr.ht": "sourcehut",
};
