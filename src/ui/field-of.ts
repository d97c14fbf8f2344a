import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
} from "react-hook-form";

/** Props of a field component: its registration in the form and its error. */
export function fieldOf<Values extends FieldValues, Output>(
  { formState, register }: UseFormReturn<Values, unknown, Output>,
  name: Path<Values>,
  rules?: RegisterOptions<Values, Path<Values>>,
) {
  const error: FieldError | undefined = get(formState.errors, name);
  return { ...register(name, rules), error: error?.message };
}
