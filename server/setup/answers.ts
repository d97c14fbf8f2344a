/** A response of the setup routes; not cached, because an owner may appear at any time. */
export function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** @param field names the form field to correct. */
export function refuse(status: number, code: string, message: string, field?: string): Response {
  return answer(status, { code, message, ...(field ? { field } : {}) });
}

export function alreadyOwned(): Response {
  return refuse(410, "owner_exists", "This site already has an owner.");
}

export function tooMany(retryAfterSeconds: number): Response {
  const response = refuse(
    429,
    "over_request_rate_limit",
    "Too many attempts. Please wait a few minutes and try again.",
  );
  response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}
