import { z } from "zod";
import type { Row } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import { type FormValues, ruleOf, toFormValues } from "../entries/kind-schema.ts";

export const categorySchema = z.object({
  name: ruleOf(kinds.skill_categories.fields.name) as z.ZodType<string, string>,
});

export type CategoryForm = z.infer<typeof categorySchema>;

/** Form values of a skill; a new one gets the category of the last one, or else the first. */
export function toSkillForm(
  skill: Row<"skills"> | null,
  categories: readonly { id: string }[],
  lastCategory: string | null,
): FormValues<"skills"> {
  const values = toFormValues("skills", skill);
  const last = categories.find(({ id }) => id === lastCategory);
  return skill ? values : { ...values, category_id: (last ?? categories[0])?.id ?? "" };
}
