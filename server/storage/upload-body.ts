import { withTimeLimit } from "../../shared/time-limit.ts";
import { DISCARD_BYTES, DISCARD_MS } from "../limits/limits.ts";
import { countForGc } from "./buffer-gc.ts";
import { refuse } from "./failure.ts";

/**
 * Minimum number of bytes in each window; a slow telephone line is ten times faster. Without a
 * minimum, a client that sends an occasional byte could hold its connection and its partial blob
 * forever.
 * @limit requests: bytes that an upload sends per minute, at least; 64 KiB
 */
const MINIMUM_UPLOAD_SPEED = { bytes: 64 * 1024, windowMs: 60_000 };

/**
 * Bytes that are passed on at once if they arrive without a pause: every step of an upload costs
 * more than joining its chunks, which are at most 64 KiB long.
 */
const BLOCK_BYTES = 1024 * 1024;

/** Milliseconds without a byte after which the received ones are passed on. */
const PAUSE_MS = 20;

/**
 * Yields a body on demand, including the bytes before a failure. A missing body is an empty file,
 * as on hosted Supabase.
 * @throws when the client is slower than `speed`, disconnects, or sends more than `most` bytes.
 */
export async function* readChunks(
  request: Request,
  most: number,
  speed: MinimumSpeed = MINIMUM_UPLOAD_SPEED,
): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  const wait = createWait(speed);
  let total = 0;
  let reading: ReturnType<typeof reader.read> | null = null;
  let parts: Uint8Array[] = [];
  let size = 0;
  const takeBlock = () => {
    const block = Buffer.concat(parts, size);
    countForGc(size);
    [parts, size] = [[], 0];
    return block;
  };
  try {
    while (true) {
      reading ??= reader.read();
      const chunk = await wait(reading, size > 0 ? PAUSE_MS : Number.POSITIVE_INFINITY);
      if (chunk?.value) {
        reading = null;
        parts.push(chunk.value);
        size += chunk.value.byteLength;
        total += chunk.value.byteLength;
        if (total > most) throw refuse.tooLarge();
      }
      if (size > 0 && (!chunk?.value || size >= BLOCK_BYTES)) yield takeBlock();
      if (chunk?.done) return;
    }
  } catch (error) {
    if (size > 0) yield takeBlock();
    throw error;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Reads the rest of a refused upload, because clients read the response only afterwards. */
export async function discardBody(request: Request): Promise<void> {
  if (request.bodyUsed || request.body?.locked) return;
  try {
    for await (const _chunk of readChunks(request, DISCARD_BYTES, {
      ...MINIMUM_UPLOAD_SPEED,
      totalMs: DISCARD_MS,
    }));
  } catch {
    // Errors are ignored, because the refusal is the response in any case.
  }
}

/** Minimum speed of a body, measured only while waiting for it. */
interface MinimumSpeed {
  /** Minimum number of bytes in each window. */
  bytes: number;
  windowMs: number;
  /** Maximum milliseconds for the whole body; unlimited if absent. */
  totalMs?: number;
}

function createWait({ bytes, windowMs, totalMs = Number.POSITIVE_INFINITY }: MinimumSpeed) {
  let left = totalMs;
  let waited = 0;
  let received = 0;
  /** Resolves to null if nothing arrives for `pauseMs`. */
  return async (reading: Promise<ReadableStreamReadResult<Uint8Array>>, pauseMs: number) => {
    for (;;) {
      const since = performance.now();
      const limit = Math.min(left, windowMs - waited);
      const chunk = await withTimeLimit(reading, Math.min(limit, pauseMs), () => null);
      const passed = performance.now() - since;
      left -= passed;
      waited += passed;
      received += chunk?.value?.byteLength ?? 0;
      if (chunk || pauseMs < limit) return chunk;
      if (left <= 1 || received < bytes) throw new Error("The client sent too slowly.");
      waited = 0;
      received = 0;
    }
  };
}
