/** A bucket of an S3-compatible store, and the prefix of Foyer's keys. */
export interface BucketLocation {
  bucket: string;
  /** The first part of every key, without slashes at its ends; empty for the whole bucket. */
  prefix: string;
  /** Null for Amazon's own endpoint. */
  endpoint: string | null;
  region: string;
  /** Whether URLs are `https://host/bucket` instead of `https://bucket.host`. */
  pathStyle: boolean;
}

/**
 * Parses `s3://bucket/prefix`.
 * @returns null for anything else.
 */
export function parseBucketUrl(text: string): Pick<BucketLocation, "bucket" | "prefix"> | null {
  const [, bucket, prefix = ""] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/.exec(text) ?? [];
  return bucket ? { bucket, prefix } : null;
}
