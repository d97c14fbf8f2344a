import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type { Person, TestGateway } from "./sites/gateway.ts";

const PERIOD_MS = 30_000;
/** Milliseconds in which a request reaches the server before its code's time step ends. */
const MARGIN_MS = 3_000;

export interface EnrolledFactor {
  id: string;
  secret: string;
  /** Verifies a code, after which the client holds the new session. Steps are consecutive codes. */
  verify(client: SupabaseClient, step?: -1 | 0 | 1): Promise<void>;
}

/**
 * The code that an authenticator app shows now, or one time step earlier or later, which the server
 * accepts as well. Each code works once and only after earlier ones, so a test has three codes per
 * 30 seconds.
 */
export async function codeOf(secret: string, step: -1 | 0 | 1 = 0): Promise<string> {
  const left = PERIOD_MS - (Date.now() % PERIOD_MS);
  if (left < MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, left + 50));
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + step * PERIOD_MS });
}

type Enrolling = Pick<Person, "client" | "password">;

/** Enrolls a factor like the panel, with the password, which supabase-js cannot send. */
export async function askToEnroll(
  { client }: Pick<Person, "client">,
  body: { friendly_name?: string; issuer?: string; current_password?: string },
): Promise<Response> {
  const { data } = await client.auth.getSession();
  const { supabaseUrl, supabaseKey } = client as unknown as Record<string, string>;
  return fetch(`${supabaseUrl}/auth/v1/factors`, {
    method: "POST",
    headers: {
      apikey: supabaseKey ?? "",
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ factor_type: "totp", ...body }),
  });
}

/** Adds an unverified factor. */
export async function enroll(person: Enrolling, name = "phone"): Promise<EnrolledFactor> {
  const body = { friendly_name: name, current_password: person.password };
  const answer = await askToEnroll(person, body);
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error_code);
  const { id } = data;
  const { secret } = data.totp;
  return {
    id,
    secret,
    async verify(other, step = 0) {
      const code = await codeOf(secret, step);
      const verified = await other.auth.mfa.challengeAndVerify({ factorId: id, code });
      if (verified.error) throw verified.error;
    },
  };
}

/** Sets up a verified factor; the client's session then has `aal2`. */
export async function addFactor(person: Enrolling, name?: string): Promise<EnrolledFactor> {
  const factor = await enroll(person, name);
  await factor.verify(person.client, -1);
  return factor;
}

/** Moves the last accepted code into the past, so that the current one works again. */
export async function forgetCodes({ database: { sql } }: TestGateway): Promise<void> {
  await sql`update auth.mfa_factors set last_totp_step = null`;
}
