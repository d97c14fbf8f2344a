import { FunctionsHttpError } from "@supabase/supabase-js";
import { BackendError } from "./errors.ts";

/**
 * The reason why a function failed.
 * @param error the error that `functions.invoke` returned.
 * @param failure the text for all errors but refusals, which have their own.
 */
export async function functionRefusal(error: unknown, failure: string): Promise<BackendError> {
  if (!(error instanceof FunctionsHttpError)) return new BackendError(failure);
  const { status } = error.context as Response;
  const said = await (error.context as Response).json().catch(() => null);
  const words = status < 500 && (said?.error ?? said?.message);
  return new BackendError(words || failure, { status, code: said?.code ?? "" });
}
