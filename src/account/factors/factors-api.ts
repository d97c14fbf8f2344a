import { AuthApiError } from "@supabase/supabase-js";
import { z } from "zod";
import { AUTH_PATH } from "../../../shared/api-paths.ts";
import { authFailure } from "../../auth/auth-failure.ts";
import type { NamedFactor } from "../../auth/factor-select.tsx";
import { dropSession } from "../../auth/open-session.ts";
import { replacingTokens } from "../../auth/token-lock.ts";
import type { Area } from "../../lib/area.ts";
import { UNKNOWN_ERROR, unwrap } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { accessTokenOf, createEphemeralClient, getClient } from "../../lib/supabase.ts";

/** A verified authenticator app. */
export interface Factor extends NamedFactor {
  created_at: string;
}

/** A new authenticator app, which takes effect once its first code is verified. */
export interface Enrollment {
  id: string;
  /** Data URI of an image in black on white. */
  qrCode: string;
  /** Base32, for apps that cannot scan. */
  secret: string;
}

export interface Proof {
  factorId: string;
  code: string;
}

/** Lists verified factors, oldest first. */
export async function listFactors(area: Area): Promise<Factor[]> {
  const { data, error } = await getClient(area).auth.mfa.listFactors();
  if (error) throw authFailure(error);
  return data.totp
    .map(({ id, friendly_name, created_at }) => ({ id, name: friendly_name ?? "", created_at }))
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
}

/** Enrolls a new authenticator app with the account's password, which supabase-js cannot send. */
export async function enrollFactor(
  area: Area,
  { name, password }: { name: string; password: string },
): Promise<Enrollment> {
  const { supabaseUrl, publishableKey, embedded } = readClientConfig();
  if (!embedded) await checkPassword(area, password);
  const answer = await fetch(`${supabaseUrl}${AUTH_PATH}/factors`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${await accessTokenOf(area)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      factor_type: "totp",
      friendly_name: name,
      ...(embedded && { current_password: password }),
    }),
  });
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw authFailure(toAuthError(answer.status, body));
  const { id, totp } = enrollmentSchema.parse(body);
  const qrCode = `data:image/svg+xml;utf8,${encodeURIComponent(totp.qr_code)}`;
  return { id, qrCode, secret: totp.secret };
}

/** Verifies a code, which completes an enrollment. The first app ends all other sessions. */
export async function verifyCode(area: Area, { factorId, code }: Proof): Promise<void> {
  await replacingTokens(area, () => prove(area, { factorId, code }));
}

/** Deletes an incomplete enrollment; the backend otherwise does so after a few minutes. */
export async function abandonEnrollment(area: Area, id: string): Promise<void> {
  await getClient(area).auth.mfa.unenroll({ factorId: id });
}

/**
 * Removes an authenticator app right after a code was entered.
 * @param proof a code of another app, if there is one: a session verified only by the removed app
 * would lose its access.
 */
export async function removeFactor(area: Area, id: string, proof: Proof): Promise<void> {
  await replacingTokens(area, async () => {
    await prove(area, proof);
    const { auth } = getClient(area);
    const { error } = await auth.mfa.unenroll({ factorId: id });
    if (error) throw authFailure(error);
    // The current token still claims that a second factor was verified.
    if (proof.factorId === id) await auth.refreshSession();
  });
}

export async function countRecoveryCodes(area: Area): Promise<number> {
  return getClient(area).rpc("recovery_codes_left").then(unwrap);
}

/** Creates recovery codes, which replace earlier ones; requires a code of the last two minutes. */
export async function createRecoveryCodes(area: Area): Promise<string[]> {
  return getClient(area).rpc("create_recovery_codes").then(unwrap);
}

/** Creates recovery codes after a code of the app. */
export async function replaceRecoveryCodes(area: Area, proof: Proof): Promise<string[]> {
  return replacingTokens(area, async () => {
    await prove(area, proof);
    return createRecoveryCodes(area);
  });
}

async function prove(area: Area, { factorId, code }: Proof): Promise<void> {
  const { error } = await getClient(area).auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw authFailure(error);
}

/** Checks the password by a sign-in, because Supabase's own route does not require it. */
async function checkPassword(area: Area, password: string): Promise<void> {
  const email = (await getClient(area).auth.getSession()).data.session?.user.email ?? "";
  const once = createEphemeralClient();
  const { data, error } = await once.auth.signInWithPassword({ email, password });
  if (error) throw authFailure(error);
  await dropSession(once, data.session);
}

const enrollmentSchema = z.object({
  id: z.string(),
  totp: z.object({ qr_code: z.string(), secret: z.string() }),
});

const refusalSchema = z.object({ msg: z.string(), error_code: z.string() });

function toAuthError(status: number, body: unknown): AuthApiError {
  const { data } = refusalSchema.safeParse(body);
  return new AuthApiError(data?.msg ?? UNKNOWN_ERROR, status, data?.error_code);
}
