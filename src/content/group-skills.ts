import { inChosenOrder } from "./entry-order.ts";
import type { SkillRow } from "./portfolio.ts";

/** Name of the group of skills without a category, in English. */
export const OTHER_GROUP = "Other";

export interface SkillGroup<Skill> {
  name: string;
  skills: Skill[];
}

/** A skill as text: "TypeScript (Senior)". */
export function skillText({ name, levelText }: { name: string; levelText: string }): string {
  return levelText ? `${name} (${levelText})` : name;
}

/**
 * Groups skills by category. Groups and skills are in the chosen order, otherwise in order of first
 * appearance. Skills without a category form the last group, `other`.
 */
export function groupSkills<Skill extends Pick<SkillRow, "skill_categories" | "position">>(
  skills: Skill[],
  other = OTHER_GROUP,
): SkillGroup<Skill>[] {
  const groups = new Map<string, SkillGroup<Skill> & { position: number | null }>();
  for (const skill of skills) {
    const category = skill.skill_categories;
    const name = category?.name || other;
    const group = groups.get(name);
    if (group) group.skills.push(skill);
    else groups.set(name, { name, skills: [skill], position: category?.position ?? null });
  }
  return inChosenOrder([...groups.values()])
    .map(({ name, skills }) => ({ name, skills: inChosenOrder(skills) }))
    .sort((a, b) => Number(a.name === other) - Number(b.name === other));
}
