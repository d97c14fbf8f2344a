import { z } from "zod";
import { Refusal } from "./answers.ts";
import { type Backend, BackendError } from "./backend.ts";

const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.object({ id: z.string() }),
});

/**
 * Signs in for the visitor, whose address counts.
 * @returns null for a wrong email or password.
 * @throws {Refusal} 429 after too many attempts.
 */
export async function openSession(
  backend: Backend,
  email: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<z.infer<typeof sessionSchema> | null> {
  try {
    return await backend.call("/auth/v1/token?grant_type=password", sessionSchema, {
      body: { email, password },
      headers,
    });
  } catch (error) {
    if (!(error instanceof BackendError) || error.status >= 500) throw error;
    if (error.status !== 429) return null;
    const wait = error.response.headers.get("retry-after");
    const headers = wait === null ? {} : { "retry-after": wait };
    throw new Refusal(429, error.message, { headers });
  }
}
