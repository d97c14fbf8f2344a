import { ConnectionLost } from "./upload-backend.ts";

const RETRY_DELAYS_MS = [500, 1500, 4000];

/**
 * Does something that may be done again, as often as it takes: a short break of the connection is
 * nothing to tell anybody about.
 * @throws {ConnectionLost} when the break is a long one, or the browser knows that it is offline.
 */
export async function throughBreaks(
  signal: AbortSignal,
  isOnline: () => boolean,
  act: () => Promise<void>,
): Promise<void> {
  for (const delay of [...RETRY_DELAYS_MS, null]) {
    try {
      return await act();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionLost) || delay === null || !isOnline()) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal.throwIfAborted();
    }
  }
}
