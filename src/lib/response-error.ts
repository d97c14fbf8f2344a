/** The server's own words for a refused request: PostgREST's `message`, else the status line. */
export async function readErrorMessage(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === "object" && body !== null && "message" in body) {
    if (typeof body.message === "string" && body.message !== "") return body.message;
  }
  return `${response.status} ${response.statusText}`.trim();
}
