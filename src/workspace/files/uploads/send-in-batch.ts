import { grouped } from "../../../../shared/grouped.ts";
import { SMALL_FILES_AT_ONCE } from "../../../../shared/limits.ts";
import { BUCKET } from "../contents-api.ts";
import { post, sendFile } from "./send-file.ts";
import { type FileToSend, refusalOf } from "./send-in-chunks.ts";
import { ConnectionLost, type SendOptions } from "./upload-backend.ts";

interface Batched {
  content: FileToSend;
  options: SendOptions;
}

/**
 * Uploads a small file to its reserved path, in one request with others that are sent at the time.
 * @throws like `sendFile`.
 */
export async function sendInBatch(content: FileToSend, options: SendOptions): Promise<void> {
  const { signal } = options;
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

/** Whether each was refused, in their order. Aborted ones are left out. */
async function sendBatch(batch: readonly Batched[]): Promise<(Error | null)[]> {
  const sent = batch.filter(({ options }) => !options.signal.aborted);
  const [first] = sent;
  if (!first) return [];
  if (sent.length === 1) {
    await sendFile(first.content, first.options);
    return [];
  }
  const list = sent.map(({ content: { path, type, file } }) => ({ path, type, size: file.size }));
  const head = new Blob([JSON.stringify(list), "\n"]);
  const body = new Blob([head, ...sent.map(({ content }) => content.file)]);
  const answer = await post(`batch/${BUCKET}`, body, "application/octet-stream", {
    signal: abortedWith(sent),
    onProgress(loaded) {
      let from = head.size;
      for (const { content, options } of sent) {
        options.onProgress(Math.max(0, Math.min(loaded - from, content.file.size)));
        from += content.file.size;
      }
    },
  });
  const refusals = new Map(
    (JSON.parse(answer) as ({ statusCode: string } | null)[]).map((refusal, index) => [
      sent[index],
      refusal && refusalOf(Number(refusal.statusCode), JSON.stringify(refusal)),
    ]),
  );
  return batch.map((one) => refusals.get(one) ?? null);
}

/** Aborted once nobody waits for the batch any more. */
function abortedWith(sent: readonly Batched[]): AbortSignal {
  const controller = new AbortController();
  const signals = sent.map(({ options }) => options.signal);
  for (const signal of signals) {
    signal.addEventListener("abort", () => {
      if (signals.every(({ aborted }) => aborted)) controller.abort();
    });
  }
  return controller.signal;
}
