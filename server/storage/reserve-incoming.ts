import type { Sql } from "../database/connect.ts";
import { DISCARD_BYTES } from "../limits/limits.ts";
import type { ObjectAddress } from "./object-key.ts";
import { reserveSpace, type SpaceReservation } from "./reservations.ts";

/**
 * Seconds the space of a plain upload is reserved; a stalled one is aborted sooner.
 * @limit drive: a reservation for incoming bytes, renewed while they arrive
 */
const PLAIN_UPLOAD_SECONDS = 5 * 60;

/** Milliseconds between renewals of an upload's reservation. */
const RESERVATION_RENEWAL_MS = 60_000;

/**
 * Bytes reserved at a time for an upload of unknown length.
 * @limit drive: space reserved at a time for an upload of unknown length
 */
const RESERVATION_STEP_BYTES = 4 * 1024 * 1024;

/**
 * Reserves space for a request's body: all of it at once when its length is declared, otherwise
 * ahead of the received bytes, so that concurrent uploads cannot exceed the quota together.
 * @param declared bytes; null when the length of the file is unknown.
 * @returns the same chunks, each passed on only after its space is reserved.
 * @throws PT413 when there is not enough space.
 */
export async function reserveIncoming(
  sql: Sql,
  address: ObjectAddress,
  { id, owner }: Pick<SpaceReservation, "id" | "owner">,
  declared: number | null,
): Promise<(source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>> {
  let reserved = 0;
  let renewed = Date.now();
  const reserve = async (size: number) => {
    await reserveSpace(sql, address, { id, owner, size }, PLAIN_UPLOAD_SECONDS);
    reserved = size;
    renewed = Date.now();
  };
  if (declared !== null) await reserve(declared);
  return async function* (source) {
    let received = 0;
    let refusal: { error: unknown; at: number } | undefined;
    for await (const chunk of source) {
      received += chunk.byteLength;
      if (!refusal) {
        try {
          // The last bytes may fit where a whole step does not.
          if (received > reserved)
            await reserve(received + RESERVATION_STEP_BYTES).catch(() => reserve(received));
          else if (Date.now() - renewed > RESERVATION_RENEWAL_MS) await reserve(reserved);
          yield chunk;
        } catch (error) {
          refusal = { error, at: received };
        }
      }
      // Most clients read the response only after sending everything.
      if (refusal && received - refusal.at > DISCARD_BYTES) break;
    }
    if (refusal) throw refusal.error;
  };
}
