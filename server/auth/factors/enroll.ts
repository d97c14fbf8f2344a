import { randomUUID } from "node:crypto";
import { z } from "zod";
import { NAME_MAX_LENGTH } from "../../../shared/limits.ts";
import { authError } from "../../http/error-responses.ts";
import { type ActiveUser, needsFactor } from "../active-user.ts";
import {
  currentPasswordSchema,
  verifyCurrentPassword,
  wrongPassword,
} from "../current-password.ts";
import { isText } from "../json-body.ts";
import type { RequestSource } from "../request-source.ts";
import type { AccountDeps } from "../sign-in-limits.ts";
import { deleteAbandonedFactors } from "./factors.ts";
import type { SecretBox } from "./secret-box.ts";
import { createTotp, type TotpEnrollment } from "./totp.ts";

/**
 * Maximum number of second factors per account, including unverified ones; GoTrue's default.
 * @limit visitors: second factors of an account [factors]
 */
const FACTORS_PER_ACCOUNT = 10;

const enrollmentSchema = z.object({
  factor_type: z.string(),
  friendly_name: z.string().trim().max(NAME_MAX_LENGTH).refine(isText).default(""),
  issuer: z.string().max(NAME_MAX_LENGTH).optional(),
  current_password: currentPasswordSchema,
});

/**
 * Adds an unverified factor. Its secret is only part of this response, and the factor has no effect
 * before its first code was verified. Unlike GoTrue's, this route requires the password in
 * `current_password`, because a stolen session could otherwise lock the user out with another
 * factor.
 * @throws {HTTPException} in GoTrue's shape.
 */
export async function enrollFactor(
  { box, site, account }: { box: SecretBox; site: string; account: AccountDeps },
  active: ActiveUser,
  body: unknown,
  source: RequestSource,
): Promise<{ id: string; type: "totp"; friendly_name: string; totp: TotpEnrollment }> {
  const wanted = enrollmentSchema.safeParse(body);
  if (!wanted.success) throw authError(400, "validation_failed", "Invalid factor");
  const { factor_type: type, friendly_name: name, issuer } = wanted.data;
  if (type !== "totp") {
    throw authError(400, "validation_failed", "factor_type needs to be totp");
  }
  if (needsFactor(active)) throw needsCode();
  const { user } = active;
  const hash = await verifyCurrentPassword(account, user, wanted.data.current_password, source);
  const id = randomUUID();
  const totp = createTotp(issuer || site, user.email);
  // Returned instead of thrown, so that the deletion of abandoned factors is committed.
  const refused = await account.sql.begin(async (tx) => {
    // Serializes concurrent enrollments, so that they cannot exceed the limit together.
    const [locked] = await tx`select 1 from auth.users
      where id = ${user.id} and encrypted_password = ${hash} for update`;
    if (!locked) return wrongPassword();
    await deleteAbandonedFactors(tx, user.id);
    const factors = await tx<{ friendly_name: string | null; status: string }[]>`
      select friendly_name, status from auth.mfa_factors where user_id = ${user.id}`;
    if (name !== "" && factors.some((factor) => factor.friendly_name === name)) {
      return authError(
        422,
        "mfa_factor_name_conflict",
        `A factor with the friendly name "${name}" for this user already exists`,
      );
    }
    if (factors.length >= FACTORS_PER_ACCOUNT) {
      return authError(
        422,
        "too_many_enrolled_mfa_factors",
        "Maximum number of verified factors reached, unenroll to continue",
      );
    }
    if (needsFactor({ ...active, user: { ...user, factors: factors as never } })) {
      return needsCode();
    }
    await tx`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${id}, ${user.id}, ${name}, 'totp', 'unverified', ${box.seal(totp.secret, id)})`;
    return null;
  });
  if (refused) throw refused;
  return { id, type: "totp", friendly_name: name, totp };
}

export const needsCode = () =>
  authError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
