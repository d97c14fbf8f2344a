import type { Found, FoundNote } from "./note-source.ts";
import type { ChosenFile } from "./open-files.ts";
import type { Answer, Question } from "./transfer-worker.ts";

export type NotesReader = ReturnType<typeof createNotesReader>;

/** Reads chosen files in a worker, so that the page stays responsive. */
export function createNotesReader() {
  const worker = new Worker(new URL("./transfer-worker.ts", import.meta.url), { type: "module" });
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  const ask = (question: Question, onProgress?: (part: number) => void): Promise<Answer> => {
    // The worker handles one request at a time.
    const answer = last.then(() => askNow(question, onProgress));
    last = answer.catch(() => {});
    return answer;
  };
  const askNow = (question: Question, onProgress: (part: number) => void = () => {}) =>
    new Promise<Answer>((resolve, reject) => {
      const stop = () => reject(closing.signal.reason);
      closing.signal.throwIfAborted();
      closing.signal.addEventListener("abort", stop);
      worker.onerror = () => reject(new Error(LOST));
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if ("progress" in data) return onProgress(data.progress);
        closing.signal.removeEventListener("abort", stop);
        if ("failure" in data) reject(new Error(data.failure));
        else resolve(data);
      };
      worker.postMessage(question);
    });
  return {
    /** @throws an error with a message for the user when nothing can be read. */
    async scan(files: ChosenFile[], onProgress: (part: number) => void): Promise<Found> {
      const answer = await ask({ scan: files }, onProgress);
      return "found" in answer ? answer.found : { notes: [], kinds: [], left: [] };
    },
    /** The contents of found notes, in the same order. */
    async read(places: FoundNote["place"][]): Promise<string[]> {
      const answer = await ask({ read: places });
      return "contents" in answer ? answer.contents : [];
    },
    async readPicture(path: string): Promise<ArrayBuffer> {
      const answer = await ask({ picture: path });
      return "picture" in answer ? answer.picture : new ArrayBuffer(0);
    },
    /** Terminates the worker; pending requests reject. */
    close(): void {
      worker.terminate();
      closing.abort();
    },
  };
}

const LOST = "The file could not be read. Reload the page and try again.";
