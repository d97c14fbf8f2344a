import { zodResolver } from "@hookform/resolvers/zod";
import { Check, X } from "lucide-react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { IconButton } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { type CategoryForm, categorySchema } from "./skill-schema.ts";
import type { Category } from "./skills-api.ts";
import { useAddCategory, useRenameCategory } from "./skills-queries.ts";

interface CategoryRenameProps {
  id: string;
  /** As it is stored now; undefined when it was removed elsewhere. */
  category: Category | undefined;
  onDone: () => void;
}

/** A category's name as a field in its row: Enter saves, Escape leaves it as it was. */
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
  const { errors, isDirty } = form.formState;

  useEffect(() => {
    // A frame later: a dialog that opens in the same moment would take the focus for itself.
    const frame = requestAnimationFrame(() => form.setFocus("name", { shouldSelect: true }));
    return () => cancelAnimationFrame(frame);
  }, [form]);
  useEffect(() => {
    if (!isDirty && category) form.reset({ name: category.name });
  }, [form, isDirty, category]);

  const leave = () => {
    unsaved.discard();
    onDone();
  };
  const submit = form.handleSubmit(async ({ name }) => {
    if (name === category?.name) return leave();
    // The newest revision: what happened elsewhere stands under the field before it is sent.
    const saved = category ? renaming.mutateAsync({ category, name }) : adding.mutateAsync(name);
    await saved.then(
      () => {
        unsaved.markSaved();
        onDone();
      },
      () => form.setFocus("name"),
    );
  });
  const note = errors.name?.message ?? whatHappened(category, isDirty, unsaved.base.revision);
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
            // Else the dialog around it would close as well.
            event.preventDefault();
            leave();
          }}
          {...form.register("name")}
        />
        <span className="shrink-0 whitespace-nowrap">
          <IconButton type="submit" label="Save" disabled={pending} aria-busy={pending}>
            <Check aria-hidden="true" />
          </IconButton>
          <IconButton label="Cancel" disabled={pending} onClick={leave}>
            <X aria-hidden="true" />
          </IconButton>
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

function whatHappened(
  category: Category | undefined,
  isDirty: boolean,
  baseRevision: number | null,
): string | undefined {
  if (!category) return "Removed elsewhere. Save adds it again under this name, Cancel lets it go.";
  if (!isDirty || category.revision === baseRevision) return undefined;
  return `Renamed elsewhere to "${category.name}". Save keeps your name, Cancel takes theirs.`;
}
