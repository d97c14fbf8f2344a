/** Skill icon keys and their symbols in the brand icon sprite. */
export const SKILL_ICONS: ReadonlyMap<string, string> = new Map([
  ["React", "react"],
  ["Next.js", "nextjs"],
  ["TypeScript", "typescript"],
  ["Vue.js", "vue"],
  ["JavaScript", "javascript"],
  ["Tailwind CSS", "tailwind"],
  ["Node.js", "node"],
  ["PostgreSQL", "postgresql"],
  ["Express.js", "express"],
  ["MySQL", "mysql"],
  ["Python", "python"],
  ["Django", "django"],
  ["Git", "git"],
  ["Figma", "figma"],
  ["Docker", "docker"],
  ["Supabase", "supabase"],
  ["Vite", "vite"],
  ["Jest", "jest"],
]);

/** Key and symbol of a monogram, the first letter of the name, in place of an icon. */
export const MONOGRAM = "monogram";

/** Prefix of the key and symbol of a simple-icons icon: `si:rust`. */
const LIBRARY_PREFIX = "si:";

/**
 * The symbol for a skill's icon key; null for an unknown key, which renders a gray square; empty
 * without a key, which renders nothing.
 */
export function skillSymbol(key: string | null): string | null {
  if (!key?.trim()) return "";
  return SKILL_ICONS.get(key) ?? chosenSymbol(key);
}

/**
 * The symbol for a social link's icon key: GitHub, LinkedIn, Telegram, an icon chosen by the owner,
 * or the generic link icon.
 */
export function socialSymbol(key: string | null): string {
  const symbol = key?.trim().toLowerCase() ?? "";
  return SOCIAL_ICONS.has(symbol) ? symbol : (chosenSymbol(key) ?? "link");
}

export function libraryKey(slug: string): string {
  return `${LIBRARY_PREFIX}${slug}`;
}

/** The slug in a key or symbol of a simple-icons icon; null for all others. */
export function librarySlug(key: string | null): string | null {
  return /^si:([a-z0-9_.]{1,100})$/.exec(key ?? "")?.[1] ?? null;
}

export function monogramOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "?").toUpperCase();
}

function chosenSymbol(key: string | null): string | null {
  return key === MONOGRAM || librarySlug(key) !== null ? key : null;
}

const SOCIAL_ICONS = new Set(["github", "linkedin", "telegram"]);
