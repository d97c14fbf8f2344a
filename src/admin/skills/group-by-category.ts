import { inChosenOrder } from "../../content/entry-order.ts";
import type { Category, Skill } from "./skill.ts";

/** The group of skills that have no category. */
export const UNCATEGORIZED = "Uncategorized";

export interface CategoryGroup<Row> {
  /** The category's id; null for the group without one. */
  id: string | null;
  name: string;
  skills: Row[];
}

/**
 * Groups skills by category. Without a chosen order categories are in order by name, and skills as
 * given; what is in a chosen order is as on the page. Uncategorized ones are last.
 */
export function groupByCategory<Row extends GroupedSkill>(
  skills: readonly Row[],
): CategoryGroup<Row>[] {
  const groups = new Map<string | null, CategoryGroup<Row> & Ranked>();
  for (const skill of skills) {
    const category = skill.skill_categories;
    const id = category ? skill.category_id : null;
    const group = groups.get(id);
    if (!group) {
      const { name, position } = category ?? { name: UNCATEGORIZED, position: null };
      groups.set(id, { id, name, position, level: skill.level, skills: [skill] });
    } else {
      group.skills.push(skill);
      group.level = Math.max(group.level, skill.level);
    }
  }
  return inOrder([...groups.values()])
    .map(({ id, name, skills }) => ({ id, name, skills: orderSkills(skills) }))
    .sort((a, b) => Number(a.id === null) - Number(b.id === null));
}

/** The categories in the same order as their groups. */
export function orderCategories(
  categories: readonly Category[],
  skills: readonly Pick<Skill, "category_id" | "level">[],
): Category[] {
  const levels = new Map<string | null, number>();
  for (const { category_id, level } of skills) {
    levels.set(category_id, Math.max(level, levels.get(category_id) ?? 0));
  }
  const ranked = categories.map((category) => ({
    category,
    name: category.name,
    position: category.position,
    level: levels.get(category.id) ?? -1,
  }));
  return inOrder(ranked).map(({ category }) => category);
}

type GroupedSkill = Pick<Skill, "name" | "level" | "position" | "category_id" | "skill_categories">;

interface Ranked {
  name: string;
  position: number | null;
  /** The level of the best skill. */
  level: number;
}

/** By name, or as on the page, whose default order is by the best skill. */
function inOrder<Group extends Ranked>(groups: readonly Group[]): Group[] {
  const byName = groups.toSorted((a, b) => compareNames(a.name, b.name));
  return isOrdered(groups) ? inChosenOrder(byName.toSorted((a, b) => b.level - a.level)) : byName;
}

function orderSkills<Row extends GroupedSkill>(skills: Row[]): Row[] {
  return isOrdered(skills) ? inChosenOrder(skills.toSorted((a, b) => b.level - a.level)) : skills;
}

/** Whether the owner has put these in order. */
export function isOrdered(entries: readonly { position: number | null }[]): boolean {
  return entries.some(({ position }) => position !== null);
}

/** Natural sort order: ignores case and accents, 2 before 10. */
export const compareNames = new Intl.Collator("en", { numeric: true }).compare;
