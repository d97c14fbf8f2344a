import type { Tables } from "../../lib/database.types.ts";

export type Category = Tables<"skill_categories">;

/** A skill with the name and the place of its category. */
export type Skill = Tables<"skills"> & {
  skill_categories: Pick<Category, "name" | "position"> | null;
};
