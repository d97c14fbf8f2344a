import { createHash, type Hash } from "node:crypto";

/**
 * Maximum number of uploads whose digests a server remembers; for other uploads, the blob is read.
 * @limit drive: digests of resumable uploads that a server remembers [uploads]
 */
const UPLOAD_DIGESTS = 1000;

export interface UploadDigests {
  /** Passes a request's bytes on and adds them to the upload's digest. */
  measure(
    id: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array>;
  /** SHA-256 in hexadecimal; null unless all of the upload's bytes passed through here. */
  find(id: string, size: number): string | null;
}

/** Computes digests while uploads arrive, so that their bytes need not be read again. */
export function createUploadDigests(): UploadDigests {
  const known = new Map<string, { hash: Hash; size: number }>();
  return {
    async *measure(id, offset, source) {
      const digest = offset === 0 ? { hash: createHash("sha256"), size: 0 } : known.get(id);
      known.delete(id);
      if (digest?.size !== offset) return yield* source;
      try {
        for await (const chunk of source) {
          digest.hash.update(chunk);
          digest.size += chunk.byteLength;
          yield chunk;
        }
      } finally {
        // After a failed request, the next offset shows whether all of its bytes were stored.
        known.set(id, digest);
        const [oldest] = known.keys();
        if (known.size > UPLOAD_DIGESTS && oldest !== undefined) known.delete(oldest);
      }
    },
    find(id, size) {
      const digest = known.get(id);
      return digest?.size === size ? digest.hash.copy().digest("hex") : null;
    },
  };
}
