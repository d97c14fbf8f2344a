import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { kinds } from "../../../shared/content/kinds.ts";
import { mayCloseEditor, useUnsavedForm } from "../../forms/unsaved-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { fieldOf } from "../../ui/field-of.ts";
import { useSubmitOnce } from "../../ui/hooks/use-submit-once.ts";
import { Modal } from "../../ui/modal.tsx";
import { EntryList } from "../entries/entry-list.tsx";
import { TrashButton } from "../entries/history/trash.tsx";
import { CategoryList } from "./category-list.tsx";
import type { Skill } from "./group-by-category.ts";
import { type CategoryForm, categorySchema } from "./skill-form.ts";
import { categoriesQuery, useAddCategory } from "./skills-queries.ts";

interface CategoriesModalProps {
  /** Id of the category whose renaming starts at once; empty for none. */
  first: string;
  /** All skills; undefined while unknown. */
  skills: readonly Skill[] | undefined;
  onClose: () => void;
}

/** The dialog for adding, renaming and deleting categories. */
export function CategoriesModal({ first, skills, onClose }: CategoriesModalProps) {
  const categories = useQuery(categoriesQuery);
  const [renaming, setRenaming] = useState<string | null>(first || null);
  return (
    <Modal
      title="Manage Categories"
      onClose={() => {
        if (mayCloseEditor()) onClose();
      }}
    >
      <div className="grid gap-5">
        <NewCategory focused={!first} />
        <div className="-my-3 flex justify-end">
          <TrashButton kind="skill_categories" />
        </div>
        <EntryList query={categories} empty={kinds.skill_categories.empty}>
          {(rows) => (
            <CategoryList
              categories={rows}
              skills={skills}
              renaming={renaming}
              onRename={setRenaming}
            />
          )}
        </EntryList>
      </div>
    </Modal>
  );
}

function NewCategory({ focused }: { focused: boolean }) {
  const form = useForm<CategoryForm>({
    resolver: zodResolver(categorySchema),
    defaultValues: { name: "" },
  });
  const unsaved = useUnsavedForm(form, "skill_categories new", null);
  const adding = useAddCategory(() => {
    unsaved.markSaved();
    form.reset();
  });
  const { setFocus } = form;
  useEffect(() => {
    // One frame later, because the dialog focuses its close button when it opens.
    const frame = requestAnimationFrame(() => focused && setFocus("name"));
    return () => cancelAnimationFrame(frame);
  }, [focused, setFocus]);
  const submit = useSubmitOnce(
    form.handleSubmit(async ({ name }) => {
      await adding.mutateAsync(name).catch(() => {});
      setFocus("name");
    }),
  );
  return (
    <form noValidate className="flex items-start gap-2" onSubmit={submit}>
      <TextField
        label="New category"
        wrap="flex-1"
        autoComplete="off"
        dir="auto"
        readOnly={adding.isPending}
        {...fieldOf(form, "name")}
      />
      <Button
        type="submit"
        // Aligned with the input, below its label.
        className="mt-6.5"
        icon={<Plus />}
        pending={adding.isPending}
      >
        Add
      </Button>
    </form>
  );
}
