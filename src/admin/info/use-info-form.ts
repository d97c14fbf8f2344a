import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useForm } from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import { isSame } from "../../forms/merge-fields.ts";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { useFormMerge, useRetryAfterMerge } from "../../forms/use-form-merge.ts";
import { isConflict, messageOf } from "../../lib/errors.ts";
import {
  type InfoRevisions,
  type InfoValues,
  type StoredInfo,
  toStoredValues,
  useSaveInfo,
} from "./info-api.ts";
import { infoSchema } from "./info-schema.ts";

export type InfoFormApi = UseFormReturn<InfoValues, unknown, z.output<typeof infoSchema>>;

export type InfoForm = ReturnType<typeof useInfoForm>;

/** The form for personal info, which follows stored values without losing edits. */
export function useInfoForm(info: StoredInfo) {
  const stored = toStoredValues(info);
  const form: InfoFormApi = useForm({
    resolver: zodResolver(infoSchema),
    defaultValues: stored.values,
  });
  const { isDirty } = form.formState;
  const unsaved = useUnsavedForm(form, "personal_info", stored.revision, { place: "page" });
  const { conflicts, takeTheirs, acceptSaved } = useFormMerge(form, stored, unsaved);

  const saving = useSaveInfo((saved, { sent }) => {
    acceptSaved(sent, toStoredValues(saved));
    toast.success("Saved.");
  });
  const save = (revision: InfoRevisions | null) =>
    form.handleSubmit(async (clean) => {
      if (saving.isPending) return;
      await saving.mutateAsync({ clean, sent: form.getValues(), revision }).catch(() => {});
    });
  const submit = save(unsaved.base.revision);

  // Once the list was refetched, a refusal is either a conflict or the save is repeated.
  const explained =
    isConflict(saving.error) && !isSame(saving.variables?.revision, stored.revision);
  const mergedAll = conflicts.length === 0 && isSame(unsaved.base.revision, stored.revision);
  useRetryAfterMerge(explained && mergedAll, submit);

  return {
    form,
    submit,
    pending: saving.isPending,
    /** Error message of the last save; empty when there is none. */
    failure: saving.error && !explained ? messageOf(saving.error) : "",
    isDirty,
    /** Whether the values were restored from a draft after a reload or a sign-in. */
    restored: unsaved.restored && isDirty,
    /** Fields that were changed both in this form and on the server. */
    conflicts,
    /** Values that are stored now. */
    theirs: stored.values,
    /** Saves and overwrites the changes from other tabs and devices. */
    keepMine: save(stored.revision),
    /** Accepts the changes from other tabs and devices and keeps all other edits. */
    takeTheirs: () => {
      saving.reset();
      takeTheirs();
    },
    discard: () => {
      saving.reset();
      unsaved.discard();
    },
  };
}
