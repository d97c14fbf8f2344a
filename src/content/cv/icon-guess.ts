import { SKILL_ICONS } from "../../ui/icon-keys.ts";

/** The icon key of a skill with this name, or null. */
export function guessSkillIcon(name: string): string | null {
  return KEYS.get(normalize(name)) ?? null;
}

/** The icon key of a profile, by its host or its name, or null. */
export function guessProfileIcon(name: string, url: string): string | null {
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
  const known = PROFILES.find(
    ([key, hosts]) => hosts.includes(host) || name.trim().toLowerCase() === key,
  );
  return known?.[0] ?? null;
}

const PROFILES: [key: string, hosts: string[]][] = [
  ["github", ["github.com"]],
  ["linkedin", ["linkedin.com"]],
  ["telegram", ["t.me", "telegram.me"]],
];

const normalize = (name: string) => name.toLowerCase().replace(/[^a-z0-9+#]|js$/g, "");

const KEYS = new Map([...SKILL_ICONS.keys()].map((key) => [normalize(key), key]));
