import type { FieldValues, UseFormReturn } from "react-hook-form";
import { isSame } from "./merge-fields.ts";

/** Shows these values over what is stored, so that the form knows where it differs from that. */
export function showOver<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  stored: Values,
  values: Values,
): void {
  form.reset(stored);
  if (!isSame(values, stored)) form.reset(values, { keepDefaultValues: true });
}
