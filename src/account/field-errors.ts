import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { BackendError, messageOf } from "../lib/errors.ts";

/**
 * Shows refusals of the backend at the form's fields.
 * @param fields maps error codes to fields.
 */
export function fieldErrors<T extends FieldValues, Output>(
  form: UseFormReturn<T, unknown, Output>,
  fields: Record<string, Path<T>>,
) {
  const fieldOf = (error: unknown) =>
    error instanceof BackendError ? fields[error.code] : undefined;
  return {
    /**
     * Shows the error at its field, if it has one. Call it after a rejected `mutateAsync`, when the
     * form can be submitted again: Enter may be pressed as soon as the message appears.
     */
    show(error: unknown): void {
      const field = fieldOf(error);
      if (field) form.setError(field, { message: messageOf(error) }, { shouldFocus: true });
    },
    /** The message of a failure that no field shows. */
    otherMessage: (error: Error | null) => (error && !fieldOf(error) ? messageOf(error) : null),
  };
}
