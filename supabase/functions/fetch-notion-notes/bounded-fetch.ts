import { NO_ANSWER, NotionFailure, TOO_MANY_REQUESTS, UNREACHABLE } from "./notion-failure.ts";

/** Limits of the time and memory that calls to Notion may take. */
export interface Bounds {
  /** Milliseconds for one response, including its body. */
  request: number;
  /** Milliseconds for all responses together, pauses included. */
  total: number;
  /** Bytes of one response. */
  size: number;
}

/**
 * A fetch for the Notion client, whose own timeout ends with the first byte of the response. Fails
 * immediately when Notion asks for a pause longer than the remaining time.
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

/** A completely received response. */
interface ReadAnswer {
  ok: boolean;
  status: number;
  headers: Headers;
  text: () => Promise<string>;
}

/** Milliseconds; 0 when the response asks for none. */
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
