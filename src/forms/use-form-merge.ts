import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { acceptTheirs, isSame, mergeFields } from "./merge-fields.ts";
import type { UnsavedForm } from "./unsaved-form.ts";

/** Stored values in the form's types, and their revision. */
export interface StoredValues<T, R> {
  values: T;
  revision: R | null;
}

export interface FormMerge<T, R> {
  /** Fields changed here and, to a different value, on the server. */
  conflicts: (keyof T & string)[];
  /** Accepts the stored values of the conflicting fields; other edits stay. */
  takeTheirs: () => void;
  /** To be called after a save if the form stays open: only later edits stay. */
  acceptSaved: (sent: T, saved: StoredValues<T, R>) => void;
}

/**
 * Keeps a form in sync with the database by a three-way merge: when the stored row changes,
 * untouched fields follow it, edited ones stay, and fields changed on both sides become conflicts.
 * A form that equals the stored row is clean again, for example after a save whose response was
 * lost.
 * ¶
 * @param stored null while there is no row, or no row anymore; the form then stays as it is.
 */
export function useFormMerge<T extends FieldValues, Output, R>(
  form: UseFormReturn<T, unknown, Output>,
  stored: StoredValues<T, R> | null,
  { base, rebase, markSaved }: UnsavedForm<T, R>,
): FormMerge<T, R> {
  const seen = useRef(base.revision);
  const [unresolved, setUnresolved] = useState(false);
  // Watching re-renders the form at every key press, so it is limited to changed rows.
  const conflicts =
    stored && unresolved ? mergeFields(base.values, form.watch(), stored.values).conflicts : [];
  const resolved = unresolved && conflicts.length === 0;
  useEffect(() => {
    if (!stored) return;
    const isNew = !isSame(stored.revision, seen.current) && !isSame(stored.revision, base.revision);
    seen.current = stored.revision;
    if (!isNew && !resolved) return;
    const merge = mergeFields(base.values, form.getValues(), stored.values);
    const open = merge.conflicts.length > 0;
    if (isNew) resetKeepingDirty(form, stored.values, merge.values);
    setUnresolved(open);
    // While there are conflicts, the base revision stays old, so that the backend refuses a save.
    rebase({ values: merge.base, revision: (open ? base : stored).revision });
  });

  return {
    conflicts,
    takeTheirs: () => {
      if (!stored) return;
      const values = acceptTheirs(base.values, form.getValues(), stored.values);
      resetKeepingDirty(form, stored.values, values);
      setUnresolved(false);
      rebase(stored);
    },
    acceptSaved: (sent, saved) => {
      const { values } = mergeFields(sent, form.getValues(), saved.values);
      resetKeepingDirty(form, saved.values, values);
      setUnresolved(false);
      rebase(saved);
      if (isSame(values, saved.values)) markSaved();
    },
  };
}

/** Repeats a save that was refused only because of changes to other fields. */
export function useRetryAfterMerge(due: boolean, submit: () => Promise<void>): void {
  const retry = useEffectEvent(() => void submit());
  useEffect(() => {
    if (due) retry();
  }, [due]);
}

/** Resets the form to these values but keeps its defaults, so that differences are dirty. */
function resetKeepingDirty<T extends FieldValues, Output>(
  form: UseFormReturn<T, unknown, Output>,
  stored: T,
  values: T,
): void {
  form.reset(stored);
  if (!isSame(values, stored)) form.reset(values, { keepDefaultValues: true });
}
