import { Readable } from "node:stream";
import { countForGc } from "./buffer-gc.ts";

/** A web stream that reads chunks only on demand, without buffering. */
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
        // An iterator that was not started does not close its stream.
        if (source instanceof Readable) source.destroy();
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
