import { Fragment, type ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { AnyField, ColumnOf, KindName, Row } from "../../../shared/content/kind.ts";
import { fieldsOf, kinds } from "../../../shared/content/kinds.ts";
import { EntryModal } from "../../forms/entry-modal.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Options } from "../../ui/options.tsx";
import { VISIBILITY_LABELS } from "./arrange/arrangement.ts";
import type { EditorProps } from "./entries-page.tsx";
import { type KindForm, useKindForm } from "./kind-form.ts";

/** The editor of an entry without special controls. */
export function KindEditor<Name extends KindName>({
  name,
  ...props
}: EditorProps<Row<Name>> & { name: Name }) {
  const entry = useKindForm(name, props);
  return <KindModal name={name} entry={entry} {...props} />;
}

interface KindModalProps<Name extends KindName> {
  name: Name;
  entry: KindForm<Name>;
  editing: string;
  onClose: () => void;
  /** The controls of columns that need special ones; null for a column inside another control. */
  special?: { [Column in ColumnOf<Name>]?: ReactNode };
}

/** The dialog of an entry with a control for each column. */
export function KindModal<Name extends KindName>(props: KindModalProps<Name>) {
  const { name, entry, editing, onClose, special = {} } = props;
  const controls = special as Record<string, ReactNode>;
  return (
    <EntryModal
      title={`${editing === "new" ? "Add" : "Edit"} ${kinds[name].one}`}
      entry={entry}
      onClose={onClose}
    >
      {fieldsOf(name).map(([column, field]) => (
        <Fragment key={column}>
          {column in controls ? (
            controls[column]
          ) : (
            <KindField field={field} {...entry.field(column as never)} />
          )}
        </Fragment>
      ))}
    </EntryModal>
  );
}

interface KindFieldProps extends UseFormRegisterReturn {
  field: AnyField;
  /** The validation error. */
  error: string | undefined;
  /** Shown in place of the column's own hint. */
  hint?: string;
  onFocus?: () => void;
}

/** The control for a column. */
export function KindField({ field, ...input }: KindFieldProps) {
  const { label, hint, placeholder, wide, required } = field;
  const shown = {
    label,
    ...(hint && { hint }),
    ...(placeholder && { placeholder }),
    ...(required && { required: true }),
    ...(wide && { wrap: "sm:col-span-2" }),
    ...input,
  };
  switch (field.type) {
    case "text":
      return field.rows === undefined ? (
        <TextField {...shown} />
      ) : (
        <TextAreaField {...shown} rows={field.rows} wrap="sm:col-span-2" />
      );
    case "link":
      return <TextField type="url" inputMode="url" {...{ placeholder: "example.com", ...shown }} />;
    case "month":
      // Browsers without a control for months show a text field.
      return (
        <TextField type="month" min="1900-01" max="2199-12" {...shown} placeholder="YYYY-MM" />
      );
    case "picture":
      return <TextField inputMode="url" {...shown} />;
    case "number":
    case "order":
      return <TextField type="number" step={1} {...shown} />;
    case "visibility":
      return <VisibilityField {...input} />;
    case "flag": {
      const { error: _, ...flag } = input;
      return (
        <div className={wide ? "sm:col-span-2" : "sm:pt-6.5"}>
          <Checkbox {...flag} hint={hint}>
            {label}
          </Checkbox>
        </div>
      );
    }
    default:
      field.type satisfies "words" | "icon" | "category";
      return <TextField {...shown} />;
  }
}

/** Control for the visibility of an entry. @param note limits of the choice. */
export function VisibilityField(
  props: UseFormRegisterReturn & { error: string | undefined; note?: string },
) {
  const { note, ...field } = props;
  return (
    <SelectField
      label="Visibility"
      hint={`Drafts are shown in the preview only, hidden entries nowhere.${note ? ` ${note}` : ""}`}
      {...field}
    >
      <Options of={Object.entries(VISIBILITY_LABELS)} />
    </SelectField>
  );
}
