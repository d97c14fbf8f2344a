import { zodResolver } from "@hookform/resolvers/zod";
import { Check, X } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { useFormMerge } from "../../forms/use-form-merge.ts";
import { IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import type { Category } from "./group-by-category.ts";
import { type CategoryForm, categorySchema } from "./skill-form.ts";
import { useAddCategory, useRenameCategory } from "./skills-queries.ts";

interface CategoryRenameProps {
  id: string;
  /** The stored category; undefined when it was removed in the meantime. */
  category: Category | undefined;
  onDone: () => void;
}

/** Inline input for a category's name: Enter saves, Escape cancels. */
export function CategoryRename({ id, category, onDone }: CategoryRenameProps) {
  const stored = category?.name ?? "";
  const form = useForm<CategoryForm>({
    resolver: zodResolver(categorySchema),
    defaultValues: { name: stored },
  });
  const unsaved = useUnsavedForm(form, `skill_categories ${id}`, category?.revision ?? null);
  const renaming = useRenameCategory();
  const adding = useAddCategory();
  const pending = renaming.isPending || adding.isPending;
  const { errors } = form.formState;
  const { conflicts } = useFormMerge(
    form,
    category ? { values: { name: category.name }, revision: category.revision } : null,
    unsaved,
  );

  useEffect(() => {
    // One frame later, because a dialog that opens at the same time would take the focus.
    const frame = requestAnimationFrame(() => form.setFocus("name", { shouldSelect: true }));
    return () => cancelAnimationFrame(frame);
  }, [form]);

  const leave = () => {
    unsaved.discard();
    onDone();
  };
  const submit = form.handleSubmit(async ({ name }) => {
    if (name === category?.name) return leave();
    // Names the latest revision, because other devices' changes are shown below the field.
    const saved = category ? renaming.mutateAsync({ category, name }) : adding.mutateAsync(name);
    await saved.then(
      () => {
        unsaved.markSaved();
        onDone();
      },
      () => form.setFocus("name"),
    );
  });
  const note = errors.name?.message ?? describeOtherChange(category, conflicts.length > 0);
  return (
    <form noValidate onSubmit={submit} className="-ms-3 grid gap-1">
      <div className="flex items-center gap-3">
        <input
          aria-label={stored ? `New name of ${stored}` : "New name"}
          aria-invalid={errors.name && true}
          aria-describedby={note ? `${id}-note` : undefined}
          autoComplete="off"
          dir="auto"
          readOnly={pending}
          className={`${CONTROL} h-10 px-3`}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Prevents the key from closing the surrounding dialog.
            event.preventDefault();
            if (!pending) leave();
          }}
          {...form.register("name")}
        />
        <span className="shrink-0 whitespace-nowrap">
          <IconButton
            type="submit"
            label="Save"
            icon={Check}
            disabled={pending}
            aria-busy={pending}
          />
          <IconButton label="Cancel" icon={X} disabled={pending} onClick={leave} />
        </span>
      </div>
      {note && (
        <p
          id={`${id}-note`}
          role="status"
          className={`ps-3 pb-1 text-small ${errors.name ? "text-bad" : "text-soft"}`}
        >
          {note}
        </p>
      )}
    </form>
  );
}

function describeOtherChange(
  category: Category | undefined,
  conflict: boolean,
): string | undefined {
  if (!category)
    return "Removed in the meantime. Save adds it again under this name; Cancel discards it.";
  if (!conflict) return undefined;
  return `Renamed to "${category.name}" in the meantime. Save keeps your name; Cancel keeps theirs.`;
}
