import type { FieldValues, UseFormReturn } from "react-hook-form";
import { isSame } from "./merge-fields.ts";

/** Resets the form to these values but keeps the stored defaults: differing fields are dirty. */
export function showOver<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  stored: Values,
  values: Values,
): void {
  form.reset(stored);
  if (!isSame(values, stored)) form.reset(values, { keepDefaultValues: true });
}
