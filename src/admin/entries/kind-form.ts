import type { z } from "zod";
import type { KindName, Row } from "../../../shared/content/kind.ts";
import type { FieldNames } from "../../forms/field-difference.ts";
import { type EntryForm, useEntryForm } from "../../forms/use-entry-form.ts";
import type { EditorProps } from "./entries-page.tsx";
import { saveEntry } from "./entry-api.ts";
import {
  type FormValues,
  fieldNames,
  formSchema,
  type StoredValues,
  toFormValues,
} from "./kind-schema.ts";

export type KindForm<Name extends KindName> = EntryForm<FormValues<Name>, StoredValues<Name>>;

interface KindFormOptions<Name extends KindName> extends EditorProps<Row<Name>> {
  /** Replaces the kind's own rules where they do not suffice. */
  schema?: z.ZodType<StoredValues<Name>, FormValues<Name>>;
  toValues?: (row: Row<Name> | null) => FormValues<Name>;
  /** Formats of columns that comparisons show differently. */
  names?: Partial<FieldNames<FormValues<Name>>>;
  /** Called with the stored values. */
  onStored?: (values: StoredValues<Name>) => void;
}

/** The form of an entry of this kind. */
export function useKindForm<Name extends KindName>(
  name: Name,
  { row, editing, onClose, ...options }: KindFormOptions<Name>,
): KindForm<Name> {
  return useEntryForm<Row<Name>, FormValues<Name>, StoredValues<Name>>({
    table: name,
    row,
    editing,
    schema: options.schema ?? formSchema(name),
    names: { ...fieldNames(name), ...options.names },
    toValues: options.toValues ?? ((stored) => toFormValues(name, stored)),
    save: async (values, target, newId) => {
      await saveEntry(name, values as Partial<Row<Name>>, target, newId);
      options.onStored?.(values);
    },
    onSaved: onClose,
  });
}
