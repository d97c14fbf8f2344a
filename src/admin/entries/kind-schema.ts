import { z } from "zod";
import type {
  AnyField,
  ColumnOf,
  KindName,
  NumberField,
  Row,
} from "../../../shared/content/kind.ts";
import { fieldsOf } from "../../../shared/content/kinds.ts";
import { valueText } from "../../content/value-text.ts";
import type { FieldNames } from "../../forms/field-difference.ts";
import {
  optionalLink,
  optionalPicture,
  optionalText,
  requiredLink,
  requiredText,
  wordList,
} from "../../forms/field-rules.ts";
import { monthValue, optionalMonth } from "../../forms/month-field.ts";
import { formatWords } from "../../forms/word-list.ts";
import { VISIBILITIES, VISIBILITY_LABELS } from "./arrange/arrangement.ts";

/** The input of an entry's form: the text of each control, and whether a box is checked. */
export type FormValues<Name extends KindName> = {
  [Column in ColumnOf<Name>]: Row<Name>[Column] extends boolean ? boolean : string;
};

export type StoredValues<Name extends KindName> = Pick<Row<Name>, ColumnOf<Name>>;

/** The rules of a kind's form, from typed input to stored values. */
export function formSchema<Name extends KindName>(
  name: Name,
): z.ZodType<StoredValues<Name>, FormValues<Name>> {
  const rules = fieldsOf(name).map(([column, field]) => [column, ruleOf(field)]);
  return z.object(Object.fromEntries(rules)).superRefine(checkMonths) as never;
}

/** The rule of one column. */
export function ruleOf(field: AnyField): z.ZodType {
  const missing = field.required ? `Please enter ${field.required}.` : null;
  switch (field.type) {
    case "text":
      return missing ? requiredText(missing, field.longest) : optionalText(field.longest);
    case "link": {
      const link = missing ? requiredLink(missing) : optionalLink();
      return field.none
        ? z.preprocess((text) => (text === NONE ? null : text), link.nullable())
        : link;
    }
    case "picture":
      return optionalPicture();
    case "month":
      return optionalMonth();
    case "words":
      return wordList();
    case "number":
    case "order":
      return wholeNumber(field);
    case "icon":
      return z.string().transform((key) => key || null);
    case "category":
      return z.string().min(1, `Please select ${field.required}.`);
    case "flag":
      return z.boolean();
    case "visibility":
      return z.enum(VISIBILITIES);
    default:
      return field satisfies never;
  }
}

/** Value of a link's input after the owner has chosen to have no link. */
export const NONE = "none";

/** A number input yields a string, and an empty one for an invalid number. */
function wholeNumber({ type, most, optional }: NumberField) {
  const message =
    most === undefined
      ? "Please enter a whole number."
      : `Please enter a whole number from 0 to ${most}.`;
  const number = type === "order" ? /^[+-]?\d{1,9}$/ : /^\d{1,9}$/;
  // An empty place is 0, the default.
  const mayBeEmpty = optional || type === "order";
  return z
    .string()
    .trim()
    .refine((text) => number.test(text) || (mayBeEmpty && text === ""), message)
    .transform((text) => (optional && text === "" ? null : Number(text)))
    .refine((value) => most === undefined || Number(value) <= most, message);
}

function checkMonths(values: Record<string, unknown>, context: z.RefinementCtx): void {
  const { start_month: start, end_month: end } = values;
  if (!start || !end || String(end) >= String(start)) return;
  context.addIssue({
    code: "custom",
    path: ["end_month"],
    message: "The end is before the start.",
  });
}

/** The input for a stored entry, or for a new one. */
export function toFormValues<Name extends KindName>(
  name: Name,
  row: Row<Name> | null,
): FormValues<Name> {
  const stored = row as Record<string, unknown> | null;
  const values = fieldsOf(name).map(([column, field]) => [
    column,
    inputOf(field, stored?.[column]),
  ]);
  return Object.fromEntries(values) as FormValues<Name>;
}

function inputOf(field: AnyField, value: unknown): string | boolean {
  switch (field.type) {
    case "month":
      return monthValue(value as string | null);
    case "words":
      return formatWords((value ?? null) as string[] | null);
    case "number":
    case "order":
      return value === null && field.optional ? "" : String(value ?? field.default);
    case "visibility":
      return String(value ?? "public");
    case "link":
      return value === null && field.none ? NONE : String(value ?? "");
    case "flag":
      return value === true;
    default:
      field.type satisfies "text" | "picture" | "icon" | "category";
      return String(value ?? "");
  }
}

function shownInput(field: AnyField, input: string): string {
  if (field.type === "visibility") return VISIBILITY_LABELS[input] ?? input;
  return field.type === "flag" ? valueText(field, input === "true") : input;
}

/** The label of each field, for comparisons. */
export function fieldNames<Name extends KindName>(name: Name): FieldNames<FormValues<Name>> {
  const names = fieldsOf(name).map(([column, field]) => [
    column,
    { label: field.label, show: (input: string) => shownInput(field, input) },
  ]);
  return Object.fromEntries(names);
}
