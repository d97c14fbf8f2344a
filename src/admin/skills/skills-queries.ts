import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import type { Entry } from "../../forms/entry.ts";
import { messageOf } from "../../lib/errors.ts";
import { showAlert } from "../../ui/browser-dialogs.ts";
import { compareNames } from "./group-by-category.ts";
import { addCategory, listCategories, listSkills, renameCategory } from "./skills-api.ts";

export const skillsQuery = queryOptions({ queryKey: ["skills", "list"], queryFn: listSkills });

export const categoriesQuery = queryOptions({
  queryKey: ["skill_categories", "list"],
  // Databases differ in how they order capitals; the list and the groups must not.
  queryFn: async () => (await listCategories()).sort((a, b) => compareNames(a.name, b.name)),
});

/** Skills carry the name of their category, so a category's change is theirs too. */
export const CATEGORY_CHANGES = [["skill_categories"], ["skills"]] as const;

/**
 * Adds a category; a refusal is an alert, and the promise fails.
 * @param onAdded called as soon as it is stored, before the lists are read again.
 */
export function useAddCategory(onAdded?: () => void) {
  return useMutation({
    mutationFn: addCategory,
    meta: { changes: CATEGORY_CHANGES },
    onSuccess: () => {
      toast.success("Added.");
      onAdded?.();
    },
    onError: (error) => showAlert(`Error adding category: ${messageOf(error)}`),
  });
}

/** Renames a category; a refusal is an alert, and the promise fails. */
export function useRenameCategory() {
  return useMutation({
    mutationFn: ({ category, name }: { category: Entry; name: string }) =>
      renameCategory(category, name),
    meta: { changes: CATEGORY_CHANGES },
    onSuccess: () => toast.success("Saved."),
    onError: (error) => showAlert(`Error updating category: ${messageOf(error)}`),
  });
}
