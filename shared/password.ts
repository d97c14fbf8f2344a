/**
 * Characters of a password that is chosen anywhere. Existing shorter ones still sign in.
 * @limit content: a new password, at least (shorter ones of earlier versions go on working)
 */
export const PASSWORD_MIN_LENGTH = 10;

/**
 * bcrypt reads no further; a longer password would be truncated silently.
 * @limit content: a password, at most
 */
export const PASSWORD_MAX_BYTES = 72;

/** The estimate by zxcvbn below which a new password is refused: about a hundred million guesses. */
const WEAKEST_SCORE = 3;

/** Hint below a field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters.`;

/** GoTrue's texts for a password that is refused. */
export const PASSWORD_TOO_SHORT = `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`;
export const PASSWORD_TOO_LONG = `Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`;

export function isLongEnough(password: string): boolean {
  return [...password].length >= PASSWORD_MIN_LENGTH;
}

/** Whether bcrypt reads the whole password. */
export function fitsBcrypt(password: string): boolean {
  return new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES;
}

/** What an attacker who knows the email tries first. */
export function emailParts(email: string): string[] {
  const [name = ""] = email.split("@");
  return [email, name, name.replace(/[^\p{L}]/gu, ""), ...email.split(/[@.+_-]/)];
}

/** @param score of zxcvbn, from 0 to 4. */
export function isTooWeak(score: number): boolean {
  return score < WEAKEST_SCORE;
}
