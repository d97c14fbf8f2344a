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

/** The symbol of a skill's icon key; null for an unknown key, which renders a gray square. */
export function skillSymbol(key: string | null): string | null {
  return SKILL_ICONS.get(key ?? "") ?? null;
}

/** The symbol of a social link's icon key: GitHub, LinkedIn, Telegram, otherwise a plain link. */
export function socialSymbol(key: string | null): string {
  const symbol = key?.trim().toLowerCase() ?? "";
  return SOCIAL_ICONS.has(symbol) ? symbol : "link";
}

const SOCIAL_ICONS = new Set(["github", "linkedin", "telegram"]);
