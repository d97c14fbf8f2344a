import type { SkillRow } from "./portfolio.ts";

/** The group of skills that have no category. */
export const OTHER_GROUP = "Other";

export interface SkillGroup<Skill> {
  name: string;
  skills: Skill[];
}

/**
 * Groups skills by the name of their category, groups and skills in the order they first appear.
 * Skills without a category form the group 'Other', which comes last.
 */
export function groupSkills<Skill extends Pick<SkillRow, "skill_categories">>(
  skills: Skill[],
): SkillGroup<Skill>[] {
  const groups = new Map<string, Skill[]>();
  for (const skill of skills) {
    const name = skill.skill_categories?.name || OTHER_GROUP;
    const group = groups.get(name);
    if (group) group.push(skill);
    else groups.set(name, [skill]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, skills: members }))
    .sort((a, b) => Number(a.name === OTHER_GROUP) - Number(b.name === OTHER_GROUP));
}
