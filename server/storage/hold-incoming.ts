import type { Sql } from "../database/connect.ts";
import type { ObjectAddress } from "./object-key.ts";
import { DISCARDED } from "./receive-upload.ts";
import { holdRoom, type RoomClaim } from "./reservations.ts";

/** Bytes reserved at a time for an upload of unknown length. */
const STEP = 4 * 1024 * 1024;

/** Milliseconds after which a slow upload's reservation is renewed. */
const RENEWAL = 60_000;

/** Seconds a plain upload's space is reserved; a stalled one is aborted sooner. */
const LIFETIME = 5 * 60;

/**
 * Reserves space for a request's body: all of it at once when its length is declared, otherwise
 * ahead of the received bytes, so that concurrent uploads cannot exceed the quota together.
 * @param declared bytes; null when the length of the file is unknown.
 * @returns the same chunks, each passed on only after its space is reserved.
 * @throws PT413 when there is not enough space.
 */
export async function holdIncoming(
  sql: Sql,
  address: ObjectAddress,
  { id, owner }: Pick<RoomClaim, "id" | "owner">,
  declared: number | null,
): Promise<(source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>> {
  let held = 0;
  let renewed = Date.now();
  const hold = async (size: number) => {
    await holdRoom(sql, address, { id, owner, size }, LIFETIME);
    held = size;
    renewed = Date.now();
  };
  if (declared !== null) await hold(declared);
  return async function* (source) {
    let received = 0;
    let refusal: { error: unknown; at: number } | undefined;
    for await (const chunk of source) {
      received += chunk.byteLength;
      if (!refusal) {
        try {
          // The last bytes may fit where a whole step does not.
          if (received > held) await hold(received + STEP).catch(() => hold(received));
          else if (Date.now() - renewed > RENEWAL) await hold(held);
          yield chunk;
        } catch (error) {
          refusal = { error, at: received };
        }
      }
      // Most clients read the response only after sending everything.
      if (refusal && received - refusal.at > DISCARDED) break;
    }
    if (refusal) throw refusal.error;
  };
}
