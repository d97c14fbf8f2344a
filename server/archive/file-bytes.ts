/**
 * The bytes of a stored file in the length that its row has: an archive announces it before the first
 * byte. What cannot be read, or is missing, becomes zeros; what is too much is left out.
 */
export function exactly(
  size: number,
  source: AsyncIterable<Uint8Array>,
): {
  bytes: AsyncIterable<Uint8Array>;
  /** Once all bytes have been taken: whether they are what was read. */
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
 * For `catch`: null for a file that the disk or the bucket cannot read. Anything else, such as a
 * connection that broke, says nothing about the file.
 */
export function nullWhenUnreadable(error: unknown): null {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  if (UNREADABLE.has(code) || /^Unknown system error|^Checksum mismatch/.test(message)) return null;
  throw error;
}

/**
 * A broken sector, a folder in the place of a file, and lost permissions. File systems with checksums
 * have errors of their own, which Node.js does not know; so has the AWS SDK.
 */
const UNREADABLE: ReadonlySet<string> = new Set(["EIO", "EISDIR", "EACCES", "EPERM"]);

const ZEROS = new Uint8Array(64 * 1024);
