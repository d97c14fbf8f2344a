import { withTimeLimit } from "../../shared/time-limit.ts";
import { DISCARD_BYTES, DISCARD_MS } from "../limits/limits.ts";
import { readBody } from "../storage/upload-body.ts";

export interface ArchiveBody {
  /**
   * On demand; throws when the sender disconnects or stalls. Ending it early leaves the rest
   * readable.
   */
  chunks: AsyncIterable<Uint8Array>;
  /** Whether the body ended before it was complete. */
  readonly isLost: boolean;
  /** Reads the rest, within limits: a browser reads a refusal only when it has sent everything. */
  discard(): Promise<void>;
}

/**
 * A request's body of any size. The disk limits it: the holder of the setup link may fill the site.
 */
export function openArchiveBody(request: Request): ArchiveBody {
  const body = readBody(request, Number.POSITIVE_INFINITY);
  let isLost = false;
  const next = () =>
    body.next().catch((error) => {
      isLost = true;
      throw error;
    });
  const discardRest = async () => {
    let read = 0;
    for await (const chunk of body) {
      read += chunk.byteLength;
      if (read > DISCARD_BYTES) return;
    }
  };
  return {
    chunks: { [Symbol.asyncIterator]: () => ({ next }) },
    get isLost() {
      return isLost;
    },
    // The refusal is the response either way.
    discard: () => withTimeLimit(discardRest(), DISCARD_MS, () => {}).catch(() => {}),
  };
}
