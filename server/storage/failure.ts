import { BlobStoreError } from "./blobs/blob-store.ts";

/** Hosted Supabase Storage's error body. `statusCode` is a string, usually not the HTTP status. */
export interface FailureBody {
  statusCode: string;
  error: string;
  message: string;
}

/** An error whose details are sent to the client. Any other thrown error is an internal error. */
export class StorageFailure extends Error {
  override name = "StorageFailure";
  readonly code: number;
  readonly error: string;

  constructor(code: number, error: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.error = error;
  }

  /**
   * Status as on hosted Supabase: 400 for every client error, with the actual status in the body.
   */
  get httpStatus(): number {
    return this.code >= 500 ? this.code : 400;
  }

  get body(): FailureBody {
    return { statusCode: String(this.code), error: this.error, message: this.message };
  }
}

/** Refusals by name, with hosted Supabase's texts. */
export const refuse = {
  unavailable: (cause: unknown) =>
    new StorageFailure(
      503,
      "ServiceUnavailable",
      "The file storage does not answer. Please try again in a moment.",
      { cause },
    ),
  invalidKey: (key: string) => new StorageFailure(400, "InvalidKey", `Invalid key: ${clip(key)}`),
  invalidParameter: (message: string) => new StorageFailure(400, "InvalidRequest", message),
  noSuchBucket: () => new StorageFailure(404, "Bucket not found", "Bucket not found"),
  noSuchObject: () => new StorageFailure(404, "not_found", "Object not found"),
  noSuchRoute: () => new StorageFailure(404, "not_found", "Route not found"),
  duplicate: () => new StorageFailure(409, "Duplicate", "The resource already exists"),
  denied: () =>
    new StorageFailure(403, "Unauthorized", "new row violates row-level security policy"),
  tooLarge: () =>
    new StorageFailure(413, "Payload too large", "The object exceeded the maximum allowed size"),
  mimeType: (type: string) =>
    new StorageFailure(415, "invalid_mime_type", `mime type ${clip(type)} is not supported`),
  uploadCanceled: () =>
    new StorageFailure(
      410,
      "Gone",
      "This upload was canceled or has expired. Upload the file again.",
    ),
  noContent: () => new StorageFailure(400, "InvalidRequest", "No content provided"),
  brokenBody: (cause: unknown) =>
    new StorageFailure(400, "InvalidRequest", "The upload ended before it was complete", { cause }),
  invalidJwt: (message: string) => new StorageFailure(400, "InvalidJWT", message),
  wrongSignature: () => new StorageFailure(400, "InvalidSignature", "Invalid signature"),
  noSpace: (cause: unknown) =>
    new StorageFailure(507, "InsufficientStorage", "The disk is full. Nothing was saved.", {
      cause,
    }),
};

/** Converts errors of PostgreSQL and the blob store to what a client may see. */
export function toFailure(error: unknown): unknown {
  if (error instanceof BlobStoreError) return refuse.unavailable(error);
  const code = (error as { code?: unknown } | null)?.code;
  switch (code) {
    case "42501":
      return refuse.denied();
    case "23505":
      return refuse.duplicate();
    case "23503":
      return refuse.noSuchBucket();
    case "PT409":
      return new StorageFailure(409, "Conflict", (error as Error).message);
    case "PT413":
      return new StorageFailure(413, "Payload too large", (error as Error).message);
    case "22021":
    case "22P02":
    case "22P05":
      // PostgreSQL cannot store some characters, such as NUL in metadata.
      return refuse.invalidParameter("The request holds characters that cannot be stored");
    case "ENOSPC":
    case "EDQUOT":
      return refuse.noSpace(error);
    default:
      return error;
  }
}

/** Shortens keys and types from the client to a readable excerpt. */
function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
