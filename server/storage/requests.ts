import { z } from "zod";
import { type ObjectAddress, parseBucket, parseKey } from "./object-key.ts";

/** Seconds a signed URL may be valid: a day. */
const SIGNED_URL_SECONDS = 24 * 60 * 60;

/** Seconds, at most a day. */
const lifetime = z.int().min(1).max(SIGNED_URL_SECONDS);
/** `paths` signs several URLs at once. */
export const signSchema = z.object({
  expiresIn: lifetime,
  paths: z.array(z.string()).max(1000).optional(),
});
export const removeSchema = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });
/** The body of `move` and `copy`. */
export const moveSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().optional(),
});

/** @throws {StorageFailure} 400 for invalid keys or buckets. */
export function parseMove(request: z.infer<typeof moveSchema>): {
  from: ObjectAddress;
  to: ObjectAddress;
} {
  const bucket = parseBucket(request.bucketId);
  return {
    from: { bucket, key: parseKey(request.sourceKey) },
    to: {
      bucket: request.destinationBucket ? parseBucket(request.destinationBucket) : bucket,
      key: parseKey(request.destinationKey),
    },
  };
}
