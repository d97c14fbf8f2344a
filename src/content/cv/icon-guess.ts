import type { IconIndex } from "../../../shared/icon-files.ts";
import { libraryKey, SKILL_ICONS } from "../../ui/icon-keys.ts";
import { type Brand, brandOfAddress, LINK_ICONS } from "../../ui/icons/brand-of-address.ts";
import { iconNamed, isSameName } from "../../ui/icons/find-icons.ts";

/**
 * The icon key for a skill's name, or null.
 * @param index candidates besides the built-in icons.
 */
export function guessSkillIcon(name: string, index: IconIndex = []): string | null {
  for (const spelling of spellingsOf(name)) {
    const specified = [...SKILL_ICONS.keys()].find((key) => isSameName(key, spelling));
    const slug = specified ? undefined : iconNamed(spelling, index)?.[0];
    if (specified || slug) return specified ?? libraryKey(slug ?? "");
  }
  return null;
}

/**
 * The name itself, then variants without common additions: "React.js (hooks)", "CSS3", "Golang".
 */
function spellingsOf(name: string): string[] {
  const plain = name.replace(/\(.*\)/, "").trim();
  const short = plain.replace(/[. ]?js$/i, "").replace(/ ?\d+(\.\d+)*$/, "");
  const usual = COMMON_NAMES[plain.toLowerCase()] ?? COMMON_NAMES[short.toLowerCase()];
  return [name, plain, ...(usual ? [usual] : []), short, `${short}.js`, `${short}5`].filter(
    Boolean,
  );
}

/** Skill names that differ from the brand's name. */
const COMMON_NAMES: Readonly<Record<string, string | undefined>> = {
  gcp: "Google Cloud",
  golang: "Go",
  "google cloud platform": "Google Cloud",
  js: "JavaScript",
  k8s: "Kubernetes",
  postgres: "PostgreSQL",
  ts: "TypeScript",
  tailwind: "Tailwind CSS",
};

/**
 * The brand of a profile, by its URL or else its network.
 * @param index candidates besides the built-in icons.
 */
export function guessProfile(network: string, url: string, index: IconIndex = []): Brand | null {
  return brandOfAddress(url, index) ?? brandNamed(network, index);
}

function brandNamed(network: string, index: IconIndex): Brand | null {
  const specified = LINK_ICONS.find((name) => isSameName(name, network));
  if (specified) return { name: specified, key: specified };
  const icon = iconNamed(network, index);
  return icon ? { name: icon[1], key: libraryKey(icon[0]) } : null;
}
