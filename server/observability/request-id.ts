import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

export const REQUEST_ID_HEADER = "x-request-id";

/**
 * Ids that proxies generate: UUIDs, hexadecimal digits, ULIDs. They contain nothing that needs
 * escaping.
 */
const ACCEPTABLE = /^[\w.:-]{8,64}$/;

const current = new AsyncLocalStorage<string>();

/** The id that a trusted proxy gave the request, otherwise a new one. */
export function chooseRequestId(
  header: string | string[] | undefined,
  trustProxy: boolean,
): string {
  return trustProxy && typeof header === "string" && ACCEPTABLE.test(header)
    ? header
    : randomUUID();
}

/** Runs `work`, and everything it awaits, as part of this request. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** The id of the current request; undefined in background work. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
