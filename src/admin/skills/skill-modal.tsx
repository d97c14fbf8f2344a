import { useEffect } from "react";
import { EntryModal } from "../../forms/entry-modal.tsx";
import type { FieldNames } from "../../forms/field-difference.ts";
import { useEntryForm } from "../../forms/use-entry-form.ts";
import { TextField } from "../../ui/field.tsx";
import { VISIBILITY_NAME, VisibilityField } from "../entries/visibility-field.tsx";
import { CategoryField } from "./category-field.tsx";
import { IconPicker } from "./icon-picker.tsx";
import { readLastCategory, rememberCategory } from "./last-category.ts";
import { LevelField } from "./level-field.tsx";
import type { Category, Skill } from "./skill.ts";
import { type SkillForm, type SkillValues, skillSchema, toSkillForm } from "./skill-schema.ts";
import { saveSkill } from "./skills-api.ts";

interface SkillModalProps {
  /** A skill's id, or "new". */
  editing: string;
  skills: readonly Skill[];
  categories: readonly Category[];
  onClose: () => void;
}

/** Editor of a skill. */
export function SkillModal({ editing, skills, categories, onClose }: SkillModalProps) {
  const row = editing === "new" ? null : skills.find(({ id }) => id === editing);
  const entry = useEntryForm<Skill, SkillForm, SkillValues>({
    table: "skills",
    row,
    editing,
    schema: skillSchema,
    names: namesWith(categories),
    toValues: (skill) => toSkillForm(skill, categories, readLastCategory()),
    save: async (values, target, newId) => {
      await saveSkill(values, target, newId);
      rememberCategory(values.category_id);
    },
    onSaved: onClose,
  });
  const { register, formState, setValue, watch } = entry.form;
  const chosen = watch("category_id");
  const missing = chosen !== "" && !categories.some(({ id }) => id === chosen);
  useEffect(() => {
    // Removed elsewhere: otherwise the form would keep an id that the control cannot show.
    if (missing) setValue("category_id", "", { shouldDirty: true });
  }, [missing, setValue]);
  return (
    <EntryModal title={row ? "Edit Skill" : "Add Skill"} entry={entry} onClose={onClose}>
      <TextField
        label="Name"
        required
        autoComplete="off"
        dir="auto"
        wrap="sm:col-span-2"
        error={formState.errors.name?.message}
        {...register("name")}
      />
      <LevelField form={entry.form} />
      <CategoryField form={entry.form} categories={categories} />
      <IconPicker form={entry.form} />
      <VisibilityField {...entry.field("visibility")} />
    </EntryModal>
  );
}

function namesWith(categories: readonly Category[]): FieldNames<SkillForm> {
  const nameOf = (wanted: string) => categories.find(({ id }) => id === wanted)?.name ?? "";
  return {
    name: "Name",
    level: "Level",
    category_id: { label: "Category", show: nameOf },
    icon: "Icon",
    visibility: VISIBILITY_NAME,
  };
}
