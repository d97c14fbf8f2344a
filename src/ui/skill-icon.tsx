import sprite from "./icons/brands.svg?no-inline";

/** Skill icon keys and the symbol each has in the sprite. */
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

/** The brand icon of a skill, or a grey square for a key nobody knows. Decorative: the name stands beside it. */
export function SkillIcon({ icon }: { icon: string }) {
  const symbol = SKILL_ICONS.get(icon);
  if (!symbol) return <span className="skill-icon skill-icon-unknown" aria-hidden="true" />;
  return (
    <svg className={`skill-icon brand-${symbol}`} aria-hidden="true">
      <use href={`${sprite}#${symbol}`} />
    </svg>
  );
}

/** Social link icon keys and the symbol each has in the sprite; anything else is a plain link. */
export function SocialIcon({ icon }: { icon: string }) {
  const key = icon.trim().toLowerCase();
  const symbol = SOCIAL_ICONS.has(key) ? key : "link";
  return (
    <svg className="social-icon" aria-hidden="true" data-icon={symbol}>
      <use href={`${sprite}#${symbol}`} />
    </svg>
  );
}

const SOCIAL_ICONS = new Set(["github", "linkedin", "telegram"]);
