/**
 * Minimum length of new passwords, in characters. Existing shorter ones stay valid.
 * @limit content: a new password, at least (shorter passwords of earlier versions stay valid)
 */
export const PASSWORD_MIN_LENGTH = 10;

/**
 * bcrypt ignores further bytes, so a longer password would be truncated silently.
 * @limit content: a password, at most
 */
export const PASSWORD_MAX_BYTES = 72;

/** Minimum zxcvbn score of a new password: about a hundred million guesses. */
const WEAKEST_SCORE = 3;

/** Hint below a field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters.`;

/** GoTrue's messages for a refused password. */
export const PASSWORD_TOO_SHORT = `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`;
export const PASSWORD_TOO_LONG = `Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`;

export function isLongEnough(password: string): boolean {
  return [...password].length >= PASSWORD_MIN_LENGTH;
}

/** Whether bcrypt reads the whole password. */
export function fitsBcrypt(password: string): boolean {
  return new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES;
}

/**
 * Removes the words that an attacker tries first: the product's name and those in `known`, in any
 * case, reversed, or with digits for letters.
 * @param known the account's email, names and host, in any form.
 */
export function withoutOwnWords(password: string, known: string): string {
  const words = `${PRODUCT_WORDS} ${known}`
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= OWN_WORD_MIN_LENGTH)
    .flatMap((word) => [spell(word), [...spell(word)].reverse().join("")])
    .sort((a, b) => b.length - a.length);
  const spelled = spell(password);
  const rest = spelled.replace(new RegExp(words.join("|"), "gu"), "");
  return rest === spelled ? password : rest;
}

const PRODUCT_WORDS = "foyer tradmin admin workspace portfolio";

/** Shorter words are part of many other words. */
const OWN_WORD_MIN_LENGTH = 3;

/** Maps similar spellings to the same text. */
function spell(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[013457@$!l]/g, (sign) => "oieastasii".charAt("013457@$!l".indexOf(sign)));
}

/** @param score zxcvbn's score, from 0 to 4. */
export function isTooWeak(score: number): boolean {
  return score < WEAKEST_SCORE;
}
