import { useEffect } from "react";
import { KindModal } from "../entries/kind-editor.tsx";
import { useKindForm } from "../entries/kind-form.ts";
import { CategoryField } from "./category-field.tsx";
import type { Category, Skill } from "./group-by-category.ts";
import { IconPicker } from "./icon-picker.tsx";
import { readLastCategory, rememberCategory } from "./last-category.ts";
import { LevelField } from "./level-field.tsx";
import { toSkillForm } from "./skill-form.ts";

interface SkillModalProps {
  /** A skill's id, or "new". */
  editing: string;
  skills: readonly Skill[];
  categories: readonly Category[];
  onClose: () => void;
}

/** Editor of a skill. */
export function SkillModal({ editing, skills, categories, onClose }: SkillModalProps) {
  const entry = useKindForm("skills", {
    row: editing === "new" ? null : skills.find(({ id }) => id === editing),
    editing,
    onClose,
    names: {
      category_id: {
        label: "Category",
        show: (wanted) => categories.find(({ id }) => id === wanted)?.name ?? "",
      },
    },
    toValues: (skill) => toSkillForm(skill, categories, readLastCategory()),
    onStored: ({ category_id }) => rememberCategory(category_id ?? ""),
  });
  const { setValue, watch } = entry.form;
  const chosen = watch("category_id");
  const missing = chosen !== "" && !categories.some(({ id }) => id === chosen);
  useEffect(() => {
    // Removed in the meantime: otherwise the form would keep an id that the control cannot show.
    if (missing) setValue("category_id", "", { shouldDirty: true });
  }, [missing, setValue]);
  return (
    <KindModal
      name="skills"
      entry={entry}
      editing={editing}
      onClose={onClose}
      special={{
        level: <LevelField form={entry.form} />,
        category_id: <CategoryField form={entry.form} categories={categories} />,
        icon: <IconPicker form={entry.form} />,
      }}
    />
  );
}
