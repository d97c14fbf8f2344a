import { z } from "zod";
import { REST_PATH } from "../../shared/api-paths.ts";
import { parseJson } from "./management-api.ts";

interface Project {
  url: string;
  /** The secret key. */
  key: string;
}

/** Milliseconds for one call. */
const CALL_MS = 20_000;

/** Calls a database function with the secret key. @throws with the database's message. */
export async function callDatabase(
  { url, key }: Project,
  name: string,
  args: object = {},
): Promise<unknown> {
  const response = await fetch(`${url}${REST_PATH}/rpc/${name}`, {
    method: "POST",
    // Self-hosted Supabase may still have a legacy key, which counts only as a token.
    headers: {
      apikey: key,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(CALL_MS),
  });
  // A function without a result returns nothing.
  const body = parseJson(await response.text());
  if (response.ok && body !== undefined) return body;
  if (response.ok) {
    throw new Error(`${url} answered ${name} with something else than JSON, as a proxy does.`);
  }
  const refused = z.object({ message: z.string() }).safeParse(body);
  throw new Error(refused.data?.message ?? `${name} answered ${response.status}.`);
}
