import type { Skill } from "./skill.ts";

/** The group of skills that have no category. */
export const UNCATEGORIZED = "Uncategorized";

export interface CategoryGroup<Row> {
  /** The category's id; null for the group without one. */
  id: string | null;
  name: string;
  skills: Row[];
}

/** Groups skills by category: categories by name, skills in order, uncategorized ones last. */
export function groupByCategory<Row extends Pick<Skill, "category_id" | "skill_categories">>(
  skills: readonly Row[],
): CategoryGroup<Row>[] {
  const groups = new Map<string | null, CategoryGroup<Row>>();
  for (const skill of skills) {
    const name = skill.skill_categories?.name;
    const id = name === undefined ? null : skill.category_id;
    const group = groups.get(id);
    if (group) group.skills.push(skill);
    else groups.set(id, { id, name: name ?? UNCATEGORIZED, skills: [skill] });
  }
  return [...groups.values()].sort(
    (a, b) => Number(a.id === null) - Number(b.id === null) || compareNames(a.name, b.name),
  );
}

/** Natural sort order: ignores case and accents, 2 before 10. */
export const compareNames = new Intl.Collator("en", { numeric: true }).compare;
