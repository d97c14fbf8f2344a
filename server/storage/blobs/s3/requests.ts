import type { S3Client } from "@aws-sdk/client-s3";
import { BlobStoreError } from "../blob-store.ts";
import type { BucketLocation } from "./bucket-location.ts";

/** Dependencies of the requests to a bucket. */
export interface Requests {
  sdk: typeof import("@aws-sdk/client-s3");
  client: S3Client;
  location: BucketLocation;
}

/** The S3 API's parameters for an object. */
export function addressOf({ bucket, prefix }: BucketLocation, key: string) {
  return { Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key };
}

/** The `x-amz-copy-source` header for an object. */
export function copySourceOf(location: BucketLocation, key: string): string {
  const { Bucket, Key } = addressOf(location, key);
  return `${Bucket}/${Key.split("/").map(encodeURIComponent).join("/")}`;
}

/** For `catch`: returns null if the object is missing. */
export function nullWhenMissing(error: unknown): null {
  if (isCode(error, "NoSuchKey", "NotFound")) return null;
  throw error;
}

/** Whether the store answered with one of these error codes. */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(codeOf(error));
}

/**
 * Runs requests. Failures of the store as a whole become errors that name the bucket and the
 * remedy.
 * @throws {BlobStoreError}
 */
export async function explainFailures<T>(
  location: BucketLocation,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BlobStoreError || isCode(error, ...OWN_ANSWERS)) throw error;
    throw new BlobStoreError(explain(location, codeOf(error)), { cause: error });
  }
}

/** Error codes about a single object instead of the store. */
const OWN_ANSWERS = ["NoSuchKey", "NotFound", "PreconditionFailed", "NotImplemented", "Error"];

function explain({ bucket, prefix, endpoint }: BucketLocation, code: string): string {
  const store = `s3://${[bucket, prefix].filter(Boolean).join("/")} at ${endpoint ?? "Amazon S3"}`;
  switch (code) {
    case "NoSuchBucket":
      return `The files cannot be stored: there is no bucket for ${store}. Create it, or correct FOYER_BLOBS.`;
    case "AccessDenied":
    case "Forbidden":
      return `The files cannot be stored: ${store} refuses access. Allow the key to list the bucket and to get, put and delete its objects.`;
    case "CredentialsProviderError":
      return `The files cannot be stored: there are no credentials for ${store}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
    case "ExpiredToken":
      return `The files cannot be stored: ${store} refuses the credentials (${code}). Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
      return `The files cannot be stored: ${store} is in another region (${code}). Correct AWS_REGION.`;
    default:
      return `The files cannot be stored: ${store} does not answer (${code}). Check AWS_ENDPOINT_URL_S3 and the network.`;
  }
}

/** The S3 error code, or else that of the network, or else the kind of error. */
function codeOf(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  if (typeof code === "string" && (name === "Error" || name === "AggregateError")) return code;
  return typeof name === "string" ? name : "unknown";
}
