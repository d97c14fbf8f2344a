/**
 * The bytes of a stored file in the length that its row has, which an archive announces before the
 * first byte. Unreadable or missing bytes become zeros; surplus bytes are left out.
 */
export function exactly(
  size: number,
  source: AsyncIterable<Uint8Array>,
): {
  bytes: AsyncIterable<Uint8Array>;
  /** Whether the returned bytes are the bytes that were read; called after the last byte. */
  isWhole(): boolean;
} {
  let left = size;
  let isWhole = true;
  async function* bytes() {
    try {
      for await (const chunk of source) {
        const part = chunk.subarray(0, left);
        left -= part.byteLength;
        if (part.byteLength > 0) yield part;
        if (part.byteLength < chunk.byteLength) {
          isWhole = false;
          return;
        }
      }
    } catch (error) {
      nullWhenUnreadable(error);
    }
    if (left > 0) isWhole = false;
    for (; left > 0; left -= ZEROS.byteLength) yield ZEROS.subarray(0, left);
  }
  return { bytes: bytes(), isWhole: () => isWhole };
}

/**
 * For `catch`: null for a file that the disk or the bucket cannot read. Any other error, such as a
 * lost connection, says nothing about the file.
 */
export function nullWhenUnreadable(error: unknown): null {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (UNREADABLE.has(code) || /^Unknown system error|^Checksum mismatch/.test(message)) return null;
  throw error;
}

/**
 * A broken sector, a folder in the place of a file, and lost permissions. File systems with
 * checksums have errors that Node.js does not know, and so has the AWS SDK.
 */
const UNREADABLE: ReadonlySet<string> = new Set(["EIO", "EISDIR", "EACCES", "EPERM"]);

const ZEROS = new Uint8Array(64 * 1024);
