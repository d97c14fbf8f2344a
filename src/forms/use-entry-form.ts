import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import type { BaseSyntheticEvent } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { toast } from "sonner";
import type { ZodType } from "zod";
import { isConflict, isGone, messageOf } from "../lib/errors.ts";
import { fieldOf } from "../ui/field-of.ts";
import { useIsMounted } from "../ui/hooks/use-is-mounted.ts";
import { useSubmitOnce } from "../ui/hooks/use-submit-once.ts";
import type { Entry, SaveTarget } from "./entry.ts";
import { differencesOf, type FieldDifference, type FieldNames } from "./field-difference.ts";
import { type UnsavedForm, useUnsavedForm } from "./unsaved-form.ts";
import { useEditor } from "./use-editor.ts";
import { useFormMerge, useRetryAfterMerge } from "./use-form-merge.ts";

export interface EntryFormOptions<Row extends Entry, Values extends FieldValues, Output> {
  /** The entry's table; names the draft and the queries to invalidate. */
  table: string;
  /** The stored row; null for a new entry, undefined when it no longer exists. */
  row: Row | null | undefined;
  /** The entry in the URL: an id, or "new". */
  editing: string;
  schema: ZodType<Output, Values>;
  /** Field labels, for listing differences. */
  names: FieldNames<Values>;
  toValues: (row: Row | null) => Values;
  /** @param newId id of a new row, the same for every attempt, so that retries are idempotent. */
  save: (output: Output, target: SaveTarget, newId: string) => Promise<unknown>;
  /** Called after the backend has accepted the values; usually closes the editor. */
  onSaved: () => void;
}

/** Whether the editor closes after a save, stays open on the entry, or starts a new one. */
export type AfterSave = "close" | "stay" | "add";

/** A change of the stored row while it was edited here. */
export type OtherChange =
  | { what: "removed" }
  /** Fields both sides changed; empty until the stored values are known. */
  | { what: "changed"; differences: FieldDifference[] };

export interface EntryForm<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** Props of a field component: its registration and its error. */
  field: (name: Path<Values>) => UseFormRegisterReturn & { error: string | undefined };
  /** @param after "close" by default. */
  submit: (event?: BaseSyntheticEvent, after?: AfterSave) => Promise<void>;
  isNew: boolean;
  /** Id that a new entry gets; changes when another new entry is started. */
  newId: string;
  pending: boolean;
  /** Last save error; empty when there is none. */
  failure: string;
  /** Whether the values were restored from a draft after a reload or a sign-in. */
  restored: boolean;
  /** A change that must be resolved before the entry can be saved; null for none. */
  otherChange: OtherChange | null;
  /**
   * Saves the local edits over the changes from other tabs and devices; re-creates a removed entry.
   */
  keepMine: () => void;
  /** Accepts the stored values of conflicting fields; for a removed entry, discards it. */
  takeTheirs: () => void;
  /** Discards the edits and shows what is stored. */
  discard: () => void;
}

/**
 * The form of one entry: validation, saving, errors, and conflicts with changes or removals made
 * in the meantime. Input is only lost if the owner discards it.
 */
export function useEntryForm<Row extends Entry, Values extends FieldValues, Output>(
  options: EntryFormOptions<Row, Values, Output>,
): EntryForm<Values, Output> {
  const { table, row, editing, schema, names, toValues, onSaved } = options;
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: toValues(row ?? null) as DefaultValues<Values>,
  });
  const unsaved = useUnsavedForm(form, `${table} ${editing}`, row?.revision ?? null);
  const { isDirty } = form.formState;
  const stored = row ? { values: toValues(row), revision: row.revision } : null;
  const merge = useFormMerge(form, stored, unsaved);
  const saving = useSaving(form, unsaved, options);
  const { error } = saving;
  const { isRemoved, isRefused, isStale } = statusOf(row, error, saving.target);
  const otherChange: OtherChange | null = isRemoved
    ? { what: "removed" }
    : stored && (merge.conflicts.length > 0 || isStale)
      ? {
          what: "changed",
          differences: differencesOf(merge.conflicts, names, form.getValues(), stored.values),
        }
      : null;
  const target = row ? { id: row.id, revision: unsaved.base.revision ?? row.revision } : null;
  const submit = (event?: BaseSyntheticEvent, after: AfterSave = "close") =>
    saving.submit(event, target, after);
  const isMerged = isRefused && !otherChange && !!row && target?.revision === row.revision;
  useRetryAfterMerge(isMerged, () => submit(undefined, saving.after));

  return {
    form,
    field: (name) => fieldOf(form, name),
    submit,
    isNew: editing === "new",
    newId: unsaved.newId,
    pending: saving.isPending,
    // A refusal is either resolved by the next attempt or becomes a conflict.
    failure: error && !otherChange && !(isRefused && row) ? failureOf(error) : "",
    restored: unsaved.restored && isDirty,
    otherChange,
    keepMine: () => void saving.submit(undefined, isRemoved ? null : (row ?? null), "close"),
    takeTheirs: () => {
      saving.reset();
      if (!stored || isRemoved) {
        unsaved.markSaved();
        onSaved();
        return;
      }
      merge.takeTheirs();
    },
    discard: () => {
      saving.reset();
      unsaved.discard();
      if (stored) form.reset(stored.values);
    },
  };
}

/** A new entry conflicts with itself if the response to its first save was lost. */
function failureOf(error: unknown): string {
  if (!isConflict(error)) return messageOf(error);
  return "This entry was added already and changed elsewhere in the meantime. Close this form to see it.";
}

/** Saves valid input, one save at a time. `target` is that of the last save. */
function useSaving<Row extends Entry, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { newId, markSaved, startOver }: Pick<UnsavedForm<Values>, "newId" | "markSaved" | "startOver">,
  { table, toValues, save, onSaved }: EntryFormOptions<Row, Values, Output>,
) {
  const isOpen = useIsMounted();
  const editor = useEditor();
  const { mutateAsync, variables, error, isPending, reset } = useMutation({
    mutationFn: ({ output, target }: Save<Output>) => save(output, target, newId),
    meta: { changes: [[table]] },
    onSuccess: (_saved, { after }) => {
      markSaved();
      toast.success("Saved.");
      // The owner may have navigated away in the meantime and must not be redirected.
      if (!isOpen.current) return;
      if (after === "close") onSaved();
      else if (after === "stay") form.reset(form.getValues());
      else {
        startOver();
        form.reset(toValues(null));
      }
    },
    // At this point, the list has been refetched and contains the new entry.
    onSettled: (_saved, error, { after, target }) => {
      if (after === "stay" && !error && !target && isOpen.current) editor.replace(newId);
    },
  });
  const submit = useSubmitOnce(
    (event: BaseSyntheticEvent | undefined, target: SaveTarget, after: AfterSave) =>
      form.handleSubmit(async (output) => {
        await mutateAsync({ output, target, after }).catch(() => {});
      })(event),
  );
  return {
    submit,
    target: variables?.target,
    after: variables?.after,
    error,
    isPending,
    reset,
  };
}

interface Save<Output> {
  output: Output;
  target: SaveTarget;
  after: AfterSave;
}

/** Derives the status from the stored row and the response to the last save. */
function statusOf(row: Entry | null | undefined, error: unknown, target: SaveTarget | undefined) {
  const isRefused = isConflict(error);
  return {
    isRemoved: row === undefined || isGone(error),
    isRefused,
    /** The save was refused, but the list has not been refetched since the change. */
    isStale: isRefused && row?.revision === target?.revision,
  };
}
