/** The server's message for a refused request: PostgREST's `message`, or the status line. */
export async function readErrorMessage(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === "object" && body !== null && "message" in body) {
    if (typeof body.message === "string" && body.message !== "") return body.message;
  }
  return `${response.status} ${response.statusText}`.trim();
}

/**
 * Like fetch, but with a readable error when there is no response: browsers only say "Failed to
 * fetch" or "Load failed".
 */
export async function reach(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new Error(UNREACHED, { cause });
  }
}

/** Message for a request without a response. */
export const UNREACHED = "You’re offline or the site can’t be reached. Please try again later.";
