import { useEffect } from "react";
import { EntryModal } from "../../forms/entry-modal.tsx";
import type { FieldNames } from "../../forms/field-difference.ts";
import { useEntryForm } from "../../forms/use-entry-form.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { IconPicker } from "./icon-picker.tsx";
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
  onManageCategories: () => void;
}

/** Editor of a skill; a new one requires a category. */
export function SkillModal(props: SkillModalProps) {
  if (props.editing === "new" && props.categories.length === 0) return <CategoryFirst {...props} />;
  return <SkillEditor {...props} />;
}

function SkillEditor({ editing, skills, categories, onClose }: SkillModalProps) {
  const row = editing === "new" ? null : skills.find(({ id }) => id === editing);
  const entry = useEntryForm<Skill, SkillForm, SkillValues>({
    table: "skills",
    row,
    editing,
    schema: skillSchema,
    names: namesWith(categories),
    toValues: (skill) => toSkillForm(skill, categories),
    save: saveSkill,
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
      <SelectField
        label="Category"
        required
        error={formState.errors.category_id?.message}
        hint={
          categories.length === 0 ? "No categories yet. Add one in Manage Categories." : undefined
        }
        {...register("category_id")}
      >
        <option value="">Choose a category</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <IconPicker stored={row?.icon ?? ""} field={register("icon")} />
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
  };
}

function CategoryFirst({ onClose, onManageCategories }: SkillModalProps) {
  return (
    <Modal title="Add Skill" onClose={onClose}>
      <div className="grid justify-items-start gap-4">
        <p>Every skill needs a category. Add the first one, then come back.</p>
        <Button look="primary" onClick={onManageCategories}>
          Manage Categories
        </Button>
      </div>
    </Modal>
  );
}
