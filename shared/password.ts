/** Characters. */
export const PASSWORD_MIN_LENGTH = 8;

/** Characters of a password that users choose for their own account in the panel. */
export const OWN_PASSWORD_MIN_LENGTH = 10;

/** bcrypt reads no further; a longer password would be truncated silently. */
export const PASSWORD_MAX_BYTES = 72;

/** Hint below a field for a new password. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters.`;

/** GoTrue's texts for a password that is refused. */
export const PASSWORD_TOO_SHORT = `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`;
export const PASSWORD_TOO_LONG = `Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`;

/** Whether bcrypt reads the whole password. */
export function fitsBcrypt(password: string): boolean {
  return new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES;
}
