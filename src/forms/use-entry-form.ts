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
import type { Entry, SaveTarget } from "./entry.ts";
import { useUnsavedForm } from "./unsaved-form.ts";

export interface EntryFormOptions<Row extends Entry, Values extends FieldValues, Output> {
  /** The table the entry lives in; names the draft and what other screens have to read again. */
  table: string;
  /** The row as it is stored now; null for a new entry, undefined when it is not there any more. */
  row: Row | null | undefined;
  /** The address' idea of what is edited: an id, or "new". */
  editing: string;
  schema: ZodType<Output, Values>;
  toValues: (row: Row | null) => Values;
  /** @param newId what a new row is stored under, the same at every attempt: no attempt doubles it. */
  save: (output: Output, target: SaveTarget, newId: string) => Promise<unknown>;
  /** Called after the backend has taken the values; usually closes the editor. */
  onSaved: () => void;
}

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
  /** What became of the stored row while somebody was typing here. */
  elsewhere: "changed" | "removed" | null;
  /** Saves over what the others did; a removed entry is made anew. */
  keepMine: () => void;
  /** Throws the typed text away and shows what is stored. */
  takeTheirs: () => void;
}

/**
 * One entry's form: validation, saving, the word of the backend, and what to do when the entry was
 * changed or removed elsewhere. Nothing typed is lost unless the owner says so.
 */
export function useEntryForm<Row extends Entry, Values extends FieldValues, Output>(
  options: EntryFormOptions<Row, Values, Output>,
): EntryForm<Values, Output> {
  const { table, row, editing, schema, toValues, onSaved } = options;
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
  useFreshValues(form, row, toValues, isDirty);
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
  // The refusal itself counts too: the list may not have heard of the change yet.
  const differs = isConflict(error) || (row !== null && row?.revision !== unsaved.baseRevision);
  const elsewhere = gone ? "removed" : isDirty && differs ? "changed" : null;
  const known = row ? { id: row.id, revision: unsaved.baseRevision ?? row.revision } : null;
  return {
    form,
    field: (name) => ({
      ...form.register(name),
      error: (get(errors, name) as FieldError | undefined)?.message,
    }),
    submit: save(known),
    pending: saving.isPending,
    failure: error && !elsewhere ? messageOf(error) : "",
    restored: unsaved.restored && isDirty,
    elsewhere,
    keepMine: () => void save(gone ? null : (row ?? null))(),
    takeTheirs: () => {
      saving.reset();
      if (row === undefined || gone) {
        unsaved.markSaved();
        onSaved();
      } else {
        unsaved.discard();
        form.reset(toValues(row));
      }
    },
  };
}

/** A form nobody has touched, or that says what is stored by now, follows the stored row. */
function useFreshValues<Row extends Entry, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  row: Row | null | undefined,
  toValues: (row: Row | null) => Values,
  isDirty: boolean,
): void {
  const shown = useRef(row?.revision);
  useEffect(() => {
    if (!row || row.revision === shown.current) return;
    const stored = toValues(row);
    // Equal values: this very save arrived, only its answer was lost.
    if (isDirty && JSON.stringify(stored) !== JSON.stringify(form.getValues())) return;
    shown.current = row.revision;
    form.reset(stored);
  }, [form, row, toValues, isDirty]);
}

function useIsMounted() {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
