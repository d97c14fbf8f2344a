import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { toast } from "sonner";
import type { ZodType } from "zod";
import { isConflict, isGone, messageOf } from "../lib/errors.ts";
import { useIsMounted } from "../ui/use-is-mounted.ts";
import type { Entry, SaveTarget } from "./entry.ts";
import { differencesOf, type FieldDifference, type FieldNames } from "./field-difference.ts";
import { mergeFields } from "./merge-fields.ts";
import { showOver } from "./show-over.ts";
import { type UnsavedForm, useUnsavedForm } from "./unsaved-form.ts";

export interface EntryFormOptions<Row extends Entry, Values extends FieldValues, Output> {
  /** The table the entry lives in; names the draft and what other screens have to read again. */
  table: string;
  /** The row as it is stored now; null for a new entry, undefined when it is not there any more. */
  row: Row | null | undefined;
  /** The address' idea of what is edited: an id, or "new". */
  editing: string;
  schema: ZodType<Output, Values>;
  /** How the fields are called when they have to be told from what somebody else made of them. */
  names: FieldNames<Values>;
  toValues: (row: Row | null) => Values;
  /** @param newId what a new row is stored under, the same at every attempt: no attempt doubles it. */
  save: (output: Output, target: SaveTarget, newId: string) => Promise<unknown>;
  /** Called after the backend has taken the values; usually closes the editor. */
  onSaved: () => void;
}

/** What became of the stored row while somebody was typing here. */
export type Elsewhere =
  | { what: "removed" }
  /** Fields both sides changed; none while what was stored instead is not known yet. */
  | { what: "changed"; differences: FieldDifference[] };

export interface EntryForm<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** What a field component needs to hold this value and to say what is wrong with it. */
  field: (name: Path<Values>) => UseFormRegisterReturn & { error: string | undefined };
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  pending: boolean;
  /** The backend's word on the last save; empty when there is none. */
  failure: string;
  /** Typed text was brought back after a reload or a sign-in. */
  restored: boolean;
  /** What has to be settled before this can be saved; null when there is nothing. */
  elsewhere: Elsewhere | null;
  /** Saves what was typed here, and only that, over what the others did; a removed entry is made anew. */
  keepMine: () => void;
  /** Shows what the others made of the fields both changed; of a removed entry, lets it go. */
  takeTheirs: () => void;
  /** Throws the typed text away and shows what is stored. */
  discard: () => void;
}

/**
 * One entry's form: validation, saving, the word of the backend, and what to do when the entry was
 * changed or removed elsewhere. Nothing typed is lost unless the owner says so.
 */
export function useEntryForm<Row extends Entry, Values extends FieldValues, Output>(
  options: EntryFormOptions<Row, Values, Output>,
): EntryForm<Values, Output> {
  const { table, row, editing, schema, names, toValues, onSaved } = options;
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: toValues(row ?? null) as DefaultValues<Values>,
  });
  const unsaved = useUnsavedForm(
    form as unknown as UseFormReturn<Values>,
    `${table} ${editing}`,
    row?.revision ?? null,
  );
  const { isDirty, errors } = form.formState;
  useFreshValues(form, row, toValues, unsaved);
  const isOpen = useIsMounted();

  const saving = useMutation({
    mutationFn: ({ output, target }: { output: Output; target: SaveTarget }) =>
      options.save(output, target, unsaved.newId),
    meta: { changes: [[table]] },
    onSuccess: () => {
      unsaved.markSaved();
      toast.success("Saved.");
      // The owner may have gone elsewhere meanwhile; nobody is taken back from there.
      if (isOpen.current) onSaved();
    },
  });
  const busy = useRef(false);
  const save = (target: SaveTarget) =>
    form.handleSubmit(async (output) => {
      // State arrives a render later; two clicks in one go must still save once.
      if (busy.current) return;
      busy.current = true;
      await saving.mutateAsync({ output, target }).catch(() => {});
      busy.current = false;
    });

  const { error } = saving;
  const gone = row === undefined || isGone(error);
  const typed = form.watch();
  const stored = row ? toValues(row) : null;
  const conflicts = stored ? mergeFields(unsaved.base.values, typed, stored).conflicts : [];
  const refused = isConflict(error);
  // The refusal counts too: the list may not have heard of the change yet.
  const unheard = refused && row?.revision === saving.variables?.target?.revision;
  const elsewhere: Elsewhere | null = gone
    ? { what: "removed" }
    : stored && (conflicts.length > 0 || unheard)
      ? { what: "changed", differences: differencesOf(conflicts, names, typed, stored) }
      : null;
  const known = row ? { id: row.id, revision: unsaved.base.revision ?? row.revision } : null;
  const submit = save(known);
  useNextAttempt(refused && !elsewhere && known?.revision === row?.revision, submit);

  return {
    form,
    field: (name) => ({
      ...form.register(name),
      error: (get(errors, name) as FieldError | undefined)?.message,
    }),
    submit,
    pending: saving.isPending,
    // A refusal either is settled by the next attempt or becomes something to settle.
    failure: error && !elsewhere && !(refused && row) ? messageOf(error) : "",
    restored: unsaved.restored && isDirty,
    elsewhere,
    keepMine: () => void save(gone ? null : (row ?? null))(),
    takeTheirs: () => {
      saving.reset();
      if (!stored || gone) {
        unsaved.markSaved();
        onSaved();
        return;
      }
      const theirs = Object.fromEntries(conflicts.map((field) => [field, stored[field]]));
      unsaved.rebase({ values: stored, revision: row?.revision ?? null });
      showOver(form, stored, { ...form.getValues(), ...theirs });
    },
    discard: () => {
      saving.reset();
      unsaved.discard();
      if (stored) form.reset(stored);
    },
  };
}

/**
 * Brings the form up to date when the stored row has changed: fields nobody touched here follow.
 * A form that says what is stored by now is clean again: this very save arrived, only its answer
 * was lost.
 */
function useFreshValues<Row extends Entry, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  row: Row | null | undefined,
  toValues: (row: Row | null) => Values,
  { base, rebase }: UnsavedForm<Values>,
): void {
  const seen = useRef(base.revision);
  useEffect(() => {
    if (!row || row.revision === seen.current) return;
    seen.current = row.revision;
    const stored = toValues(row);
    const merged = mergeFields(base.values, form.getValues(), stored);
    showOver(form, stored, merged.values);
    // While something is to be settled, a save is still to be refused.
    const { revision } = merged.conflicts.length > 0 ? base : row;
    rebase({ values: merged.base, revision });
  }, [form, row, toValues, base, rebase]);
}

/** Others changed only what was not touched here: nobody loses anything, so nobody is asked. */
function useNextAttempt(due: boolean, submit: () => Promise<void>): void {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    if (due) void latest.current();
  }, [due]);
}
