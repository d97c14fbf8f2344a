import { NO_ANSWER, NotionFailure, TOO_MANY_REQUESTS, UNREACHABLE } from "./notion-failure.ts";

/** How much of the caller's time and memory Notion may take. */
export interface Bounds {
  /** Milliseconds one answer may take, to its last byte. */
  request: number;
  /** Milliseconds all of them together may take, pauses included. */
  total: number;
  /** Bytes of one answer. */
  size: number;
}

/**
 * A fetch for the Notion client, whose own timeout ends with the answer's first byte. A pause that
 * Notion asks for beyond the time there is ends it at once.
 * @throws {NotionFailure}
 */
export function boundedFetch(bounds: Bounds): (url: string, init?: object) => Promise<ReadAnswer> {
  const end = Date.now() + bounds.total;
  return async (url, init) => {
    const left = end - Date.now();
    if (left <= 0) throw new NotionFailure(NO_ANSWER);
    try {
      const signal = AbortSignal.timeout(Math.min(bounds.request, left));
      const response = await fetch(url, { ...init, signal });
      if (response.status === 429 && pauseOf(response) >= left) {
        throw new NotionFailure(TOO_MANY_REQUESTS);
      }
      const { ok, status, headers } = response;
      const text = await readText(response, bounds.size);
      return { ok, status, headers, text: async () => text };
    } catch (error) {
      if (error instanceof NotionFailure) throw error;
      const late = error instanceof DOMException && error.name === "TimeoutError";
      throw new NotionFailure(late ? NO_ANSWER : UNREACHABLE);
    }
  };
}

/** An answer that is there to its last byte. */
interface ReadAnswer {
  ok: boolean;
  status: number;
  headers: Headers;
  text: () => Promise<string>;
}

/** Milliseconds; 0 when the answer names none. */
function pauseOf(response: Response): number {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return Number.isNaN(seconds) ? 0 : seconds * 1000;
}

async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw new NotionFailure("Notion's answer is too large.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
