import { ConnectionLost } from "./upload-backend.ts";

const RETRY_DELAYS_MS = [500, 1500, 4000];

/**
 * Retries an idempotent operation, so that short connection losses stay unnoticed.
 * @throws {ConnectionLost} when the loss lasts longer, or the browser is offline.
 */
export async function retryOnDisconnect(
  signal: AbortSignal,
  isOnline: () => boolean,
  operation: () => Promise<void>,
): Promise<void> {
  for (const delay of [...RETRY_DELAYS_MS, null]) {
    try {
      return await operation();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionLost) || delay === null || !isOnline()) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
      signal.throwIfAborted();
    }
  }
}
