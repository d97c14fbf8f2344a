import { Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Options } from "../../ui/options.tsx";
import type { KindForm } from "../entries/kind-form.ts";
import type { Category } from "./group-by-category.ts";
import { categorySchema } from "./skill-form.ts";
import { useAddCategory } from "./skills-queries.ts";

interface CategoryFieldProps {
  form: KindForm<"skills">["form"];
  categories: readonly Category[];
}

/** Selects a skill's category, or adds a new one. */
export function CategoryField({ form, categories }: CategoryFieldProps) {
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const wasAdding = useRef(false);
  const isListed = categories.some(({ id }) => id === added);
  useEffect(() => {
    if (!isListed || !added) return;
    form.setValue("category_id", added, { shouldDirty: true, shouldValidate: true });
    setAdded(null);
    setAdding(false);
    wasAdding.current = true;
  }, [form, added, isListed]);
  useEffect(() => {
    if (!adding && wasAdding.current) form.setFocus("category_id");
    wasAdding.current = adding;
  }, [form, adding]);
  const isFirst = categories.length === 0;
  const error = form.formState.errors.category_id?.message;
  if (adding || isFirst) {
    return (
      <NewCategory
        hint={isFirst ? "Every skill needs a category. Add the first one." : undefined}
        error={isFirst ? error : undefined}
        onAdded={setAdded}
        onCancel={isFirst ? undefined : () => setAdding(false)}
      />
    );
  }
  return (
    <div className="flex min-w-0 items-start gap-1">
      <SelectField
        label="Category"
        required
        wrap="min-w-0 flex-1"
        error={error}
        {...form.register("category_id")}
      >
        <option value="">Choose a category</option>
        <Options of={categories.map(({ id, name }) => [id, name])} />
      </SelectField>
      <IconButton label="Create a new one" className="mt-6.5" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface NewCategoryProps {
  hint: string | undefined;
  error: string | undefined;
  onAdded: (id: string) => void;
  /** Undefined while there is no category to return to. */
  onCancel: (() => void) | undefined;
}

// Not a form element, because it is inside the skill's form.
function NewCategory({ hint, error, onAdded, onCancel }: NewCategoryProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const adding = useAddCategory();
  const isChosen = onCancel !== undefined;
  useEffect(() => {
    if (isChosen) input.current?.focus();
  }, [isChosen]);

  async function add() {
    const parsed = categorySchema.safeParse({ name: input.current?.value ?? "" });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) await adding.mutateAsync(parsed.data.name).then(onAdded, () => {});
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key !== "Enter" && !(event.key === "Escape" && onCancel)) return;
    // The key must not reach the form or dialog around the field.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") void add();
    else onCancel?.();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only takes the keys of what is inside.
    <div className="flex min-w-0 items-start gap-1" onKeyDown={onKeyDown}>
      <TextField
        ref={input}
        name="new-category"
        label="New category"
        wrap="min-w-0 flex-1"
        autoComplete="off"
        dir="auto"
        readOnly={adding.isPending}
        hint={hint}
        error={problem ?? error}
      />
      <Button className="mt-6.5 px-3!" pending={adding.isPending} onClick={() => void add()}>
        Add
      </Button>
      {onCancel && (
        <Button
          look="quiet"
          className="mt-6.5 px-3!"
          disabled={adding.isPending}
          onClick={onCancel}
        >
          Cancel
        </Button>
      )}
    </div>
  );
}
