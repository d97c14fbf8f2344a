import type { Entry, SaveTarget } from "../../forms/entry.ts";
import { onlyRow, unwrap } from "../../lib/errors.ts";
import { readAll } from "../../lib/read-all.ts";
import { getClient } from "../../lib/supabase.ts";
import type { Category, Skill } from "./skill.ts";
import type { SkillValues } from "./skill-schema.ts";

/** All skills by name. */
export function listSkills(): Promise<Skill[]> {
  return readAll<Skill>((from, to) =>
    skills()
      .select("*, skill_categories(name, position)", { count: "exact" })
      .order("name")
      // Names may repeat; paging needs a total order.
      .order("id")
      .range(from, to),
  );
}

/** @param newId id of a new skill; makes a retry after a lost response idempotent. */
export async function saveSkill(
  values: SkillValues,
  target: SaveTarget,
  newId: string,
): Promise<void> {
  const saved = target
    ? skills()
        .update({ ...values, revision: target.revision })
        .eq("id", target.id)
    : skills().upsert({ ...values, id: newId });
  onlyRow(await saved.select("id").then(unwrap));
}

export async function removeSkill(id: string): Promise<void> {
  onlyRow(await skills().delete().eq("id", id).select("id").then(unwrap));
}

/** All categories by name. */
export function listCategories(): Promise<Category[]> {
  return readAll<Category>((from, to) =>
    categories().select("*", { count: "exact" }).order("name").range(from, to),
  );
}

/** @returns the id of the new category. */
export async function addCategory(name: string): Promise<string> {
  return onlyRow(await categories().insert({ name }).select("id").then(unwrap)).id;
}

/** @param category at the revision the renaming started from. */
export async function renameCategory({ id, revision }: Entry, name: string): Promise<void> {
  onlyRow(await categories().update({ name, revision }).eq("id", id).select("id").then(unwrap));
}

/** Its skills are kept, without a category. */
export async function removeCategory(id: string): Promise<void> {
  onlyRow(await categories().delete().eq("id", id).select("id").then(unwrap));
}

const skills = () => getClient("admin").from("skills");
const categories = () => getClient("admin").from("skill_categories");
