import { AuthApiError } from "@supabase/supabase-js";
import { z } from "zod";
import { AUTH_PATH } from "../../../shared/api-paths.ts";
import { authFailure } from "../../auth/auth-failure.ts";
import { dropSession } from "../../auth/open-session.ts";
import { replacingTokens } from "../../auth/token-lock.ts";
import type { Area } from "../../lib/area.ts";
import { UNKNOWN_ERROR, unwrap } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { accessTokenOf, createEphemeralClient, getClient } from "../../lib/supabase.ts";

/** A verified authenticator app. */
export interface Factor {
  id: string;
  name: string;
  created_at: string;
}

/** A new authenticator app that counts once a code of it was entered. */
export interface Enrollment {
  id: string;
  /** Data URI of a picture, black on white. */
  qrCode: string;
  /** Base32, for apps that cannot scan. */
  secret: string;
}

/** A code of one of the account's authenticator apps. */
export interface Proof {
  factorId: string;
  code: string;
}

/** Oldest first. */
export async function listFactors(area: Area): Promise<Factor[]> {
  const { data, error } = await getClient(area).auth.mfa.listFactors();
  if (error) throw authFailure(error);
  return data.totp
    .map(({ id, friendly_name, created_at }) => ({ id, name: friendly_name ?? "", created_at }))
    .sort((a, b) => a.created_at.localeCompare(b.created_at));
}

/** A new authenticator app, with the account's password; supabase-js does not send it. */
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

/**
 * Proves an authenticator app, which completes its enrollment. With the first one, every session of
 * the account but this one ends.
 */
export async function verifyCode(area: Area, { factorId, code }: Proof): Promise<void> {
  await replacingTokens(area, () => prove(area, { factorId, code }));
}

/** Deletes an enrollment that was not completed; the backend does so after a few minutes. */
export async function abandonEnrollment(area: Area, id: string): Promise<void> {
  await getClient(area).auth.mfa.unenroll({ factorId: id });
}

/**
 * Removes an authenticator app, just after a code.
 * @param proof a code of another one, if there is any: a session that only the removed one had
 *   proved would lose its access.
 */
export async function removeFactor(area: Area, id: string, proof: Proof): Promise<void> {
  await replacingTokens(area, async () => {
    await prove(area, proof);
    const { auth } = getClient(area);
    const { error } = await auth.mfa.unenroll({ factorId: id });
    if (error) throw authFailure(error);
    // The present token still says that a second factor was proved.
    if (proof.factorId === id) await auth.refreshSession();
  });
}

/** How many recovery codes are unused. */
export async function countRecoveryCodes(area: Area): Promise<number> {
  return getClient(area).rpc("recovery_codes_left").then(unwrap);
}

/**
 * Makes new recovery codes, which replace the earlier ones. The backend asks for a code entered in
 * the last two minutes.
 */
export async function createRecoveryCodes(area: Area): Promise<string[]> {
  return getClient(area).rpc("create_recovery_codes").then(unwrap);
}

/** Creates new recovery codes after a code of the app. */
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

/** Supabase's own route asks for no password, so a sign-in checks it. */
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
