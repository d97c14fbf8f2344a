import { restError } from "../answers.ts";
import type { Hit, RateLimit, RateLimits } from "../rate-limits.ts";

/** What one address may send. Counted for everybody but the secret key. */
const insertLimits: ReadonlyMap<string, RateLimit> = new Map([
  // A Map, because visitors choose the name, and an object knows "constructor" as well.
  ["messages", { name: "messages", limit: 5, seconds: 600 }],
  ["visits", { name: "visits", limit: 60, seconds: 60 }],
]);

/** Nobody fills in four fields faster. */
export const MINIMUM_FILL_MS = 2000;

/**
 * A visitor's insert may hold one row, as JSON; anything else is how floods are sent.
 * @returns the refusal, or null.
 */
export function checkSingleRow(contentType: string, body: Uint8Array): Response | null {
  if (!/^application\/json\b/i.test(contentType)) {
    return restError(415, "PGRST102", "Anonymous inserts must be application/json");
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return restError(400, "PGRST102", "Empty or invalid json");
  }
  const rows = Array.isArray(parsed) ? parsed.length : 1;
  if (rows <= 1) return null;
  return restError(400, "PGRST102", "Anonymous inserts are limited to one row");
}

/**
 * The contact form's two traps, which the page reports in headers: a field people do not see, and
 * the time from opening the form to sending it. Requests without the headers are not judged.
 * @returns an answer that looks like success for a filled trap field, a plain refusal for a form
 * sent too fast, or null.
 */
export function checkContactForm(headers: Headers): Response | null {
  if (headers.get("x-foyer-website")) return new Response(null, { status: 201 });
  const fillTime = headers.get("x-foyer-fill-ms");
  if (fillTime === null || Number(fillTime) >= MINIMUM_FILL_MS) return null;
  return restError(
    422,
    "PT422",
    "That was faster than anyone can type. Please wait a few seconds and send it again.",
  );
}

/** Counts an insert into `relation`, or refuses it in words fit for a visitor. */
export async function countInsert(
  limits: RateLimits,
  relation: string,
  address: string,
): Promise<Hit | Response | null> {
  const limit = insertLimits.get(relation);
  if (!limit) return null;
  const hit = await limits.hit(limit, address);
  if (hit.allowed) return hit;
  const minutes = Math.ceil(hit.retryAfterSeconds / 60);
  const wait = minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const message =
    relation === "messages"
      ? `You have sent several messages in a short time. Please try again ${wait}.`
      : `Too many requests. Please try again ${wait}.`;
  return restError(429, "PT429", message, { "retry-after": String(hit.retryAfterSeconds) });
}
