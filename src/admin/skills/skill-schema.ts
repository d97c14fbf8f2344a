import { z } from "zod";
import { NAME_MAX_LENGTH } from "../../../shared/limits.ts";
import { requiredText } from "../../forms/field-rules.ts";
import { VISIBILITIES, type Visibility } from "../entries/arrange/arrangement.ts";
import type { Skill } from "./skill.ts";

/** Level of a new skill, in percent. */
const DEFAULT_LEVEL = 75;

const LEVEL = "Please enter a whole number from 0 to 100.";

export const skillSchema = z.object({
  name: requiredText("Please enter a name.", NAME_MAX_LENGTH),
  // A number input yields a string, and an empty one for an invalid number.
  level: z
    .string()
    .regex(/^\d{1,3}$/, LEVEL)
    .transform(Number)
    .refine((level) => level <= 100, LEVEL),
  category_id: z.string().min(1, "Please select a category."),
  /** An icon key; null when empty. */
  icon: z.string().transform((key) => key || null),
  visibility: z.enum(VISIBILITIES),
});

/** A skill's form values. */
export type SkillForm = z.input<typeof skillSchema>;

/** A skill's storable values. */
export type SkillValues = z.output<typeof skillSchema>;

/** Initial form values; a new skill gets the category of the last one, otherwise the first. */
export function toSkillForm(
  skill: Skill | null,
  categories: readonly { id: string }[],
  lastCategory: string | null,
): SkillForm {
  const last = categories.find(({ id }) => id === lastCategory);
  return {
    name: skill?.name ?? "",
    level: String(skill?.level ?? DEFAULT_LEVEL),
    category_id: (skill ? skill.category_id : (last ?? categories[0])?.id) ?? "",
    icon: skill?.icon ?? "",
    visibility: (skill?.visibility ?? "public") as Visibility,
  };
}

/** Trimmed, not blank. */
export const categorySchema = z.object({
  name: requiredText("Please enter a name.", NAME_MAX_LENGTH),
});

export type CategoryForm = z.infer<typeof categorySchema>;
