import { withTimeLimit } from "../../shared/time-limit.ts";

/**
 * Milliseconds a body that is read into memory may take; the largest has 3 MiB.
 * @limit requests: receiving a JSON body
 */
const REQUEST_BODY_MS = 30_000;

/** The body was larger than its route allows, incomplete, or did not arrive in time. */
export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/**
 * Reads a request's body into memory: at most `limit` bytes, for at most half a minute.
 * @throws {BodyTooLargeError} as soon as the declared or the received size exceeds the limit.
 */
export async function readBody(
  request: Request,
  limit: number,
  timeLimit = REQUEST_BODY_MS,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limit) throw new BodyTooLargeError();
  // The HTTP parser ends a body at its declared size, and reading it whole makes no stream.
  if (declared !== null) return readWhole(request, timeLimit);
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // Nothing awaits this, and an unhandled rejection would end the server.
    reader.cancel().catch(() => {});
  }, timeLimit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      // A disconnected sender is not our failure, and receives no response anyway.
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

async function readWhole(request: Request, timeLimit: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = request.arrayBuffer().catch((cause: unknown) => {
    throw new BodyTooLargeError("The sender went away.", { cause });
  });
  return new Uint8Array(
    await withTimeLimit(whole, timeLimit, () => {
      throw new BodyTooLargeError();
    }),
  );
}
