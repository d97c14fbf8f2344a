import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { BackendError, messageOf } from "../lib/errors.ts";

/**
 * Which of the backend's refusals a form shows at one of its fields.
 * @param fields each error code with its field.
 */
export function fieldErrors<T extends FieldValues, Output>(
  form: UseFormReturn<T, unknown, Output>,
  fields: Record<string, Path<T>>,
) {
  const fieldOf = (error: unknown) =>
    error instanceof BackendError ? fields[error.code] : undefined;
  return {
    /**
     * Shows the refusal at its field, if it has one. For a rejected `mutateAsync`, once the form can
     * be sent again: Enter pressed as soon as the message appears counts.
     */
    show(error: unknown): void {
      const field = fieldOf(error);
      if (field) form.setError(field, { message: messageOf(error) }, { shouldFocus: true });
    },
    /** The message of a failure that no field shows. */
    otherMessage: (error: Error | null) => (error && !fieldOf(error) ? messageOf(error) : null),
  };
}
