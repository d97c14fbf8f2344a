import type { Row } from "../../../shared/content/kind.ts";
import { inChosenOrder } from "../../content/entry-order.ts";
import { once } from "../../lib/once.ts";
import type { Listed } from "../entries/entry-api.ts";

export type Category = Row<"skill_categories">;

export type Skill = Listed<"skills">;

/** Name of the group of skills without a category. */
export const UNCATEGORIZED = "Uncategorized";

export interface CategoryGroup<Row> {
  /** The category's id; null for the group without one. */
  id: string | null;
  name: string;
  skills: Row[];
}

/**
 * Groups skills by category. Within a group, skills are ordered as on the page: by level, or in the
 * owner's order, because dragging must start from the order that visitors see. Categories are
 * sorted by name until the owner orders them. Uncategorized skills are last.
 * @param skills sorted by name, which breaks ties between levels.
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
      groups.set(id, { id, name, position, level: levelOf(skill), skills: [skill] });
    } else {
      group.skills.push(skill);
      group.level = Math.max(group.level, levelOf(skill));
    }
  }
  return inOrder([...groups.values()])
    .map(({ id, name, skills }) => ({ id, name, skills: inChosenOrder(skills.toSorted(byLevel)) }))
    .sort((a, b) => Number(a.id === null) - Number(b.id === null));
}

/** The categories in the same order as their groups. */
export function orderCategories(
  categories: readonly Category[],
  skills: readonly Pick<Skill, "category_id" | "level">[],
): Category[] {
  const levels = new Map<string | null, number>();
  for (const skill of skills) {
    const { category_id: id } = skill;
    levels.set(id, Math.max(levelOf(skill), levels.get(id) ?? NO_SKILL));
  }
  const ranked = categories.map((category) => ({
    category,
    name: category.name,
    position: category.position,
    level: levels.get(category.id) ?? NO_SKILL,
  }));
  return inOrder(ranked).map(({ category }) => category);
}

type GroupedSkill = Pick<Skill, "name" | "level" | "position" | "category_id" | "skill_categories">;

interface Ranked {
  name: string;
  position: number | null;
  /** The highest level of the group's skills. */
  level: number;
}

/** Sorts groups by name or as on the page, whose default order is by highest level. */
function inOrder<Group extends Ranked>(groups: readonly Group[]): Group[] {
  const byName = groups.toSorted((a, b) => compareNames(a.name, b.name));
  return isOrdered(groups) ? inChosenOrder(byName.toSorted(byLevel)) : byName;
}

function byLevel(one: Leveled, other: Leveled): number {
  return levelOf(other) - levelOf(one);
}

/** Skills without a level come last. */
function levelOf({ level }: Leveled): number {
  return level ?? -1;
}

type Leveled = { level: number | null };

/** Lower than every level, so that categories without skills come last. */
const NO_SKILL = -2;

/** Whether the owner has ordered these entries. */
export function isOrdered(entries: readonly { position: number | null }[]): boolean {
  return entries.some(({ position }) => position !== null);
}

/** Natural sort order: ignores case and accents, 2 before 10. */
export function compareNames(one: string, other: string): number {
  return collator().compare(one, other);
}

const collator = once(() => new Intl.Collator("en", { numeric: true }));
