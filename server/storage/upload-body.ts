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
 * Yields a body's chunks on demand. A missing body is an empty file, as on hosted Supabase.
 * @param signal ends the body early.
 * @throws when the client is slower than `speed`, disconnects, or sends more than `most` bytes.
 */
export async function* readChunks(
  request: Request,
  most: number,
  speed: MinimumSpeed = MINIMUM_UPLOAD_SPEED,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  signal?.addEventListener("abort", () => void reader.cancel().catch(() => {}), { once: true });
  const wait = createWait(speed);
  let total = 0;
  try {
    while (true) {
      const { done, value } = await wait(reader.read());
      if (done) return;
      total += value.byteLength;
      if (total > most) throw refuse.tooLarge();
      countForGc(value.byteLength);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Bytes of a block. Half as many and four times as many took twice as long to write (ext4). */
const BLOCK_BYTES = 128 * 1024;

/**
 * A body in blocks, joined from chunks of up to 64 KiB. Includes the bytes before a failure. A
 * block is valid until the next but one is requested, because two buffers are used in turn: new
 * ones would live long enough for the slow garbage collection.
 */
export async function* readBlocks(
  request: Request,
  most: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let [block, other] = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)];
  let used = 0;
  const next = () => {
    const full = block.subarray(0, used);
    [block, other, used] = [other, block, 0];
    return full;
  };
  try {
    for await (const chunk of readChunks(request, most, MINIMUM_UPLOAD_SPEED, signal)) {
      for (let at = 0; at < chunk.byteLength; ) {
        const part = chunk.subarray(at, at + BLOCK_BYTES - used);
        block.set(part, used);
        used += part.byteLength;
        at += part.byteLength;
        if (used === BLOCK_BYTES) yield next();
      }
    }
  } catch (error) {
    if (used > 0) yield next();
    throw error;
  }
  if (used > 0) yield next();
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
  return async (reading: Promise<ReadableStreamReadResult<Uint8Array>>) => {
    for (;;) {
      const since = performance.now();
      const chunk = await withTimeLimit(reading, Math.min(left, windowMs - waited), () => null);
      const passed = performance.now() - since;
      left -= passed;
      waited += passed;
      if (chunk) {
        received += chunk.value?.byteLength ?? 0;
        return chunk;
      }
      if (left <= 1 || received < bytes) throw new Error("The client sent too slowly.");
      waited = 0;
      received = 0;
    }
  };
}
