import type { Tables } from "../../lib/database.types.ts";

export type Category = Tables<"skill_categories">;

/** A skill with the name of its category. */
export type Skill = Tables<"skills"> & { skill_categories: Pick<Category, "name"> | null };
