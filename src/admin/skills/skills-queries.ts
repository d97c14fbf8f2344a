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
  // Databases differ in how they collate capitals; the list and the groups must agree.
  queryFn: async () => (await listCategories()).sort((a, b) => compareNames(a.name, b.name)),
});

/** Skills include the name of their category, so category changes affect them too. */
export const CATEGORY_CHANGES = [["skill_categories"], ["skills"]] as const;

/**
 * Adds a category; on refusal it shows an alert and the promise rejects.
 * @param onAdded called once it is stored, before the lists are refetched.
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

/** Renames a category; on refusal it shows an alert and the promise rejects. */
export function useRenameCategory() {
  return useMutation({
    mutationFn: ({ category, name }: { category: Entry; name: string }) =>
      renameCategory(category, name),
    meta: { changes: CATEGORY_CHANGES },
    onSuccess: () => toast.success("Saved."),
    onError: (error) => showAlert(`Error updating category: ${messageOf(error)}`),
  });
}
