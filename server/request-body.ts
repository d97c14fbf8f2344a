/** The body was larger than its route allows, or did not arrive in time or to its end. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/** A sender slower than this is cut off; the largest body is 2 MiB. */
const TIME_LIMIT_MS = 30_000;

/**
 * Reads a request's body into memory, but never more than `limit` bytes of it and never for longer
 * than half a minute.
 * @throws {BodyTooLargeError} as soon as the announced or the received size passes the limit.
 */
export async function readBody(
  request: Request,
  limit: number,
  timeLimit = TIME_LIMIT_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw new BodyTooLargeError();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // Nobody waits for it, and a rejection nobody hears would end the server.
    reader.cancel().catch(() => {});
  }, timeLimit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      // A sender who went away is no failure of ours, and hears no answer anyway.
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new BodyTooLargeError("The sender went away.", { cause });
      });
      if (late) throw new BodyTooLargeError();
      if (done) break;
      size += value.byteLength;
      if (size > limit) throw new BodyTooLargeError();
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}
