import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { toast } from "sonner";
import type { z } from "zod";
import type { InfoKey } from "../../content/portfolio.ts";
import { useUnsavedForm } from "../../forms/unsaved-form.ts";
import { messageOf } from "../../lib/errors.ts";
import { useSaveInfo } from "./info-queries.ts";
import { infoSchema } from "./info-schema.ts";
import {
  afterSaving,
  conflictsOf,
  type InfoValues,
  isSame,
  keepMine,
  rebase,
  type StoredInfo,
  takeTheirs,
  toValues,
} from "./stored-info.ts";

export type InfoFormApi = UseFormReturn<InfoValues, unknown, z.output<typeof infoSchema>>;

export interface InfoForm {
  form: InfoFormApi;
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  pending: boolean;
  /** Error message of the last save; empty when there is none. */
  failure: string;
  isDirty: boolean;
  /** Whether a draft was restored after a reload or a sign-in. */
  restored: boolean;
  /** Fields that were changed both here and elsewhere. */
  conflicts: InfoKey[];
  /** What is stored now. */
  theirs: InfoValues;
  /** Saves and overwrites the changes made elsewhere. */
  keepMine: () => void;
  /** Accepts the changes made elsewhere and keeps all other edits. */
  takeTheirs: () => void;
  discard: () => void;
}

/** The personal info form: follows what is stored without losing edits or overwriting silently. */
export function useInfoForm(stored: StoredInfo): InfoForm {
  const form: InfoFormApi = useForm({
    resolver: zodResolver(infoSchema),
    defaultValues: toValues(stored),
  });
  const { isDirty } = form.formState;
  const guard = useUnsavedForm(
    form as unknown as UseFormReturn<InfoValues>,
    "personal_info",
    null,
    { place: "page" },
  );

  const show = (values: InfoValues, rows: StoredInfo) => {
    form.reset(toValues(rows));
    if (isSame(values, toValues(rows))) guard.markSaved();
    // The stored values stay the defaults, so that the form is dirty.
    else form.reset(values, { keepDefaultValues: true });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only news from the backend count.
  useEffect(() => {
    const values = form.getValues();
    const next = rebase(values, stored);
    if (!isSame(next, values)) show(next, stored);
  }, [stored]);

  const saving = useSaveInfo((saved, sent) => {
    show(afterSaving(form.getValues(), sent, saved), saved);
    toast.success("Saved.");
  });
  const submit = form.handleSubmit(async () => {
    if (!saving.isPending) await saving.mutateAsync(form.getValues()).catch(() => {});
  });

  return {
    form,
    submit,
    pending: saving.isPending,
    failure: saving.error ? messageOf(saving.error) : "",
    isDirty,
    restored: guard.restored && isDirty,
    conflicts: conflictsOf(form.getValues(), stored),
    theirs: toValues(stored),
    keepMine: () => {
      show(keepMine(form.getValues(), stored), stored);
      void submit();
    },
    takeTheirs: () => {
      saving.reset();
      show(takeTheirs(form.getValues(), stored), stored);
    },
    discard: () => {
      saving.reset();
      guard.discard();
    },
  };
}
