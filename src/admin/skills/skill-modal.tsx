import { useEffect } from "react";
import { stored } from "../../lib/stored.ts";
import { CONTROL, Field } from "../../ui/field.tsx";
import { KindModal } from "../entries/kind-editor.tsx";
import { type KindForm, useKindForm } from "../entries/kind-form.ts";
import { CategoryField } from "./category-field.tsx";
import type { Category, Skill } from "./group-by-category.ts";
import { IconPicker } from "./icon-picker.tsx";
import { toSkillForm } from "./skill-form.ts";

interface SkillModalProps {
  /** A skill's id, or "new". */
  editing: string;
  skills: readonly Skill[];
  categories: readonly Category[];
  onClose: () => void;
}

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
    toValues: (skill) => toSkillForm(skill, categories, stored(KEY)),
    onStored: ({ category_id }) => rememberCategory(category_id ?? ""),
  });
  const { setValue, watch } = entry.form;
  const chosen = watch("category_id");
  const missing = chosen !== "" && !categories.some(({ id }) => id === chosen);
  useEffect(() => {
    // Resets a removed category, because the field could not show its id.
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

/** localStorage key of the category chosen for the last skill saved on this device. */
const KEY = "foyer-last-skill-category";

function rememberCategory(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without storage, a new skill starts in the first category.
  }
}

/** The level in percent: a number field and a slider, kept in sync. */
function LevelField({ form }: { form: KindForm<"skills">["form"] }) {
  const { register, setValue, watch, formState } = form;
  return (
    <Field
      label="Level"
      hint="In percent. Leave it empty for a skill without a bar."
      error={formState.errors.level?.message}
    >
      {(wiring) => (
        <div className="flex items-center gap-3">
          <input
            {...wiring}
            // Not a number field, which would report invalid input as an empty value.
            inputMode="numeric"
            autoComplete="off"
            className={`${CONTROL} h-10 max-w-20 px-3 tabular-nums`}
            {...register("level")}
          />
          <input
            type="range"
            aria-label="Level, by slider"
            min={0}
            max={100}
            className="h-10 min-w-0 flex-1 accent-accent"
            value={Number(watch("level")) || 0}
            onChange={({ target }) =>
              setValue("level", target.value, { shouldDirty: true, shouldValidate: true })
            }
          />
        </div>
      )}
    </Field>
  );
}
