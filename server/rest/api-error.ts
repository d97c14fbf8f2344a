/** A refusal with the status and fields of PostgREST's error. Its texts are safe to send. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    { details = null, hint = null }: { details?: string | null; hint?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
  }
}

/** A query string that cannot be parsed, or that only a hostile client would send. */
export const queryError = (message: string, details: string | null = null) =>
  new ApiError(400, "PGRST100", message, { details });

/** A body that cannot be read. */
export const bodyError = (message: string) => new ApiError(400, "PGRST102", message);
