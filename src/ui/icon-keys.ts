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

/** The key and symbol of the first letter of the name, in place of an icon. */
export const MONOGRAM = "monogram";

/** Starts the key and symbol of any icon of simple-icons: `si:rust`. */
const LIBRARY_PREFIX = "si:";

/**
 * The symbol of a skill's icon key; null for an unknown key, which renders a gray square, and empty
 * without a key, which renders nothing.
 */
export function skillSymbol(key: string | null): string | null {
  if (!key?.trim()) return "";
  return SKILL_ICONS.get(key) ?? chosenSymbol(key);
}

/**
 * The symbol of a social link's icon key: GitHub, LinkedIn, Telegram, one the owner chose among all
 * icons, otherwise a plain link.
 */
export function socialSymbol(key: string | null): string {
  const symbol = key?.trim().toLowerCase() ?? "";
  return SOCIAL_ICONS.has(symbol) ? symbol : (chosenSymbol(key) ?? "link");
}

/** The key of an icon of simple-icons. */
export function libraryKey(slug: string): string {
  return `${LIBRARY_PREFIX}${slug}`;
}

/** The slug of a key or symbol that names an icon of simple-icons; null for all others. */
export function librarySlug(key: string | null): string | null {
  return /^si:([a-z0-9_.]{1,100})$/.exec(key ?? "")?.[1] ?? null;
}

/** The letter a monogram shows. */
export function monogramOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? "?").toUpperCase();
}

function chosenSymbol(key: string | null): string | null {
  return key === MONOGRAM || librarySlug(key) !== null ? key : null;
}

const SOCIAL_ICONS = new Set(["github", "linkedin", "telegram"]);
