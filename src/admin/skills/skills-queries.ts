import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "sonner";
import type { Entry } from "../../forms/entry.ts";
import { messageOf } from "../../lib/errors.ts";
import { newId } from "../../lib/new-id.ts";
import { showAlert } from "../../ui/browser-dialogs.ts";
import { changesOf, entriesQuery, saveEntry } from "../entries/entry-api.ts";
import { type Category, compareNames } from "./group-by-category.ts";

export const categoriesQuery = {
  ...entriesQuery("skill_categories"),
  // Sorted here, because databases collate capitals differently, unlike the groups.
  select: (rows: Category[]) => rows.toSorted((a, b) => compareNames(a.name, b.name)),
};

/**
 * Adds a category. On refusal it shows an alert and the promise rejects.
 * @param onAdded called once the category is stored, before the lists are refetched.
 */
export function useAddCategory(onAdded?: () => void) {
  // Name and id of the attempt. A retry uses the same id, because the answer may have been lost.
  const attempt = useRef({ name: "", id: "" });
  return useMutation({
    mutationFn: (name: string) => {
      if (attempt.current.name !== name) attempt.current = { name, id: newId() };
      return saveEntry("skill_categories", { name }, null, attempt.current.id);
    },
    meta: { changes: changesOf("skill_categories") },
    onSuccess: () => {
      attempt.current = { name: "", id: "" };
      toast.success("Added.");
      onAdded?.();
    },
    onError: (error) => showAlert(`Error adding category: ${messageOf(error)}`),
  });
}

/** Renames a category. On refusal it shows an alert and the promise rejects. */
export function useRenameCategory() {
  return useMutation({
    mutationFn: ({ category, name }: { category: Entry; name: string }) =>
      saveEntry("skill_categories", { name }, category, category.id),
    meta: { changes: changesOf("skill_categories") },
    onSuccess: () => toast.success("Saved."),
    onError: (error) => showAlert(`Error updating category: ${messageOf(error)}`),
  });
}
