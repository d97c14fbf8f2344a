import { Readable } from "node:stream";
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

/** A request, or the stream of its body in Node.js, which takes less time to read. */
export type Body = Request | Readable;

/**
 * Yields a body's chunks on demand. A missing body is an empty file, as on hosted Supabase.
 * @param signal ends the body early.
 * @throws when the client is slower than `speed`, disconnects, or sends more than `most` bytes.
 */
export async function* readChunks(
  body: Body,
  most: number,
  speed: MinimumSpeed = MINIMUM_UPLOAD_SPEED,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body instanceof Readable ? readerOf(body) : body.body?.getReader();
  if (!reader) return;
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

/** Reads a stream on demand. The HTTP server discards what is left of a canceled one. */
function readerOf(
  body: Readable,
): Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel"> {
  let canceled = false;
  let wake = () => {};
  const events = ["readable", "end", "error", "close"];
  const onEvent = () => wake();
  for (const event of events) body.on(event, onEvent);
  return {
    async read() {
      for (;;) {
        const value: Uint8Array | null = canceled ? null : body.read();
        if (value) return { done: false, value };
        if (canceled || body.readableEnded) return { done: true, value: undefined };
        if (body.destroyed) throw body.errored ?? new Error("The client disconnected.");
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async cancel() {
      canceled = true;
      for (const event of events) body.off(event, onEvent);
      wake();
    },
  };
}

/** Bytes of a block. Half as many and four times as many took twice as long to write (ext4). */
const BLOCK_BYTES = 128 * 1024;

/**
 * A body in blocks, joined from chunks of up to 64 KiB. Includes the bytes before a failure. A
 * block is valid until the next but one is requested, because two buffers are used in turn: new
 * ones would live long enough for the slow garbage collection.
 */
export async function* readBlocks(
  body: Body,
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
    for await (const chunk of readChunks(body, most, MINIMUM_UPLOAD_SPEED, signal)) {
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
export async function discardBody(body: Body): Promise<void> {
  if (!(body instanceof Readable) && (body.bodyUsed || body.body?.locked)) return;
  try {
    for await (const _chunk of readChunks(body, DISCARD_BYTES, {
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
