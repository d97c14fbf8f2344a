import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type { TestGateway } from "./gateway.ts";

const PERIOD_MS = 30_000;
/** Long enough for a request to arrive in the time step its code was made for. */
const MARGIN_MS = 3_000;

export interface EnrolledFactor {
  id: string;
  secret: string;
  /** Enters a code; the client then holds the new session. Steps are consecutive codes. */
  verify(client: SupabaseClient, step?: -1 | 0 | 1): Promise<void>;
}

/**
 * The code an authenticator app shows now, or one step before or after, which the server accepts as
 * well. Each code works once and only after earlier ones, so a test has three codes per 30 seconds.
 */
export async function codeOf(secret: string, step: -1 | 0 | 1 = 0): Promise<string> {
  const left = PERIOD_MS - (Date.now() % PERIOD_MS);
  if (left < MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, left + 50));
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + step * PERIOD_MS });
}

/** Adds an unverified factor. */
export async function enroll(client: SupabaseClient, name = "phone"): Promise<EnrolledFactor> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: name });
  if (error) throw error;
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
export async function addFactor(client: SupabaseClient, name?: string): Promise<EnrolledFactor> {
  const factor = await enroll(client, name);
  await factor.verify(client, -1);
  return factor;
}

/** As if the last code had been entered long ago, so that the present one works again. */
export async function forgetCodes({ database: { sql } }: TestGateway): Promise<void> {
  await sql`update auth.mfa_factors set last_totp_step = null`;
}
