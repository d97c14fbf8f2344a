/** An error whose message alone tells a person what to know and do; a stack would only hide it. */
export class PlainError extends Error {}

/** A command's arguments are invalid. */
export class UsageError extends PlainError {
  override name = "UsageError";
}

/** The message of a plain error, and all details of any other that help to find its cause. */
export function explain(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
