import { SMALL_FILES_AT_ONCE } from "../../../../shared/limits.ts";
import { BUCKET } from "../contents-api.ts";
import { grouped } from "./grouped.ts";
import { post, sendFile } from "./send-file.ts";
import { type FileToSend, refusalOf } from "./send-in-chunks.ts";
import { ConnectionLost, type SendOptions } from "./upload-backend.ts";

interface Batched {
  content: FileToSend;
  options: SendOptions;
}

/**
 * Uploads a small file to its reserved path, in one request with others that are waiting.
 * @throws like `sendFile`.
 */
export async function sendInBatch(content: FileToSend, options: SendOptions): Promise<void> {
  const { signal } = options;
  // A canceled upload is left out of the batch, so it must not count as sent.
  signal.throwIfAborted();
  const refusal = await new Promise<Error | null>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    send({ content, options }).then(resolve, reject);
  });
  if (refusal) throw refusal;
}

const send = grouped(sendBatch, {
  most: SMALL_FILES_AT_ONCE,
  isFinal: (error) => error instanceof ConnectionLost,
});

/**
 * Omits uploads that were canceled before; short requests in flight are not aborted.
 * @returns the reason for each refusal, in the order of the batch.
 */
async function sendBatch(batch: readonly Batched[]): Promise<(Error | null)[]> {
  const sent = batch.filter(({ options }) => !options.signal.aborted);
  if (sent.length < 2) {
    for (const { content, options } of sent) await sendFile(content, options);
    return batch.map(() => null);
  }
  const files = sent.map(({ content }) => content.file);
  const list = sent.map(({ content: { path, type, file } }) => ({ path, type, size: file.size }));
  const head = new Blob([JSON.stringify(list), "\n"]);
  const answer = await post(`batch/${BUCKET}`, new Blob([head, ...files]), "", {
    signal: new AbortController().signal,
    onProgress(loaded) {
      let from = head.size;
      for (const { content, options } of sent) {
        options.onProgress(Math.max(0, Math.min(loaded - from, content.file.size)));
        from += content.file.size;
      }
    },
  });
  const refusals: ({ statusCode: string } | null)[] = JSON.parse(answer);
  return batch.map((one) => {
    const refusal = refusals[sent.indexOf(one)];
    return refusal ? refusalOf(Number(refusal.statusCode), JSON.stringify(refusal)) : null;
  });
}
