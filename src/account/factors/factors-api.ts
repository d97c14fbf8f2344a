import { authFailure } from "../../auth/auth-failure.ts";
import { replacingTokens } from "../../auth/token-lock.ts";
import type { Area } from "../../lib/area.ts";
import { getClient } from "../../lib/supabase.ts";

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

export async function enrollFactor(area: Area, name: string): Promise<Enrollment> {
  const { data, error } = await getClient(area).auth.mfa.enroll({
    factorType: "totp",
    friendlyName: name,
  });
  if (error) throw authFailure(error);
  return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
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
 * Removes an authenticator app.
 * @param proof a code of another one, if there is any: a session that only the removed one had
 *   proved would lose its access.
 */
export async function removeFactor(area: Area, id: string, proof?: Proof): Promise<void> {
  await replacingTokens(area, async () => {
    if (proof) await prove(area, proof);
    const { auth } = getClient(area);
    const { error } = await auth.mfa.unenroll({ factorId: id });
    if (error) throw authFailure(error);
    // The present token still says that a second factor was proved.
    if (!proof) await auth.refreshSession();
  });
}

async function prove(area: Area, { factorId, code }: Proof): Promise<void> {
  const { error } = await getClient(area).auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw authFailure(error);
}
