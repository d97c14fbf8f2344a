/**
 * An error whose message says everything that the user needs to know, so that no stack is shown.
 */
export class PlainError extends Error {}

/** A command's arguments are invalid. */
export class UsageError extends PlainError {
  override name = "UsageError";
}

/** The message of a plain error; for any other error, all details that help to find its cause. */
export function explain(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
