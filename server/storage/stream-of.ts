import { countForGc } from "./buffer-gc.ts";

/**
 * Returns the chunks as a web stream that reads only on demand: nothing is buffered for a client
 * that is slower than the disk.
 */
export function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        countForGc(value.byteLength);
        controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
