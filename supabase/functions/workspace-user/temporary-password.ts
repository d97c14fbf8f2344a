/**
 * Characters of the password set by a forced logout.
 * @limit content: the password set by a forced logout
 */
const TEMPORARY_PASSWORD_LENGTH = 10;

/** Letters and digits that cannot be confused when read aloud or copied by hand. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** Ten characters from a cryptographic source, each equally likely: 58 bits. */
export function createTemporaryPassword(): string {
  // Bytes past the last full multiple of the alphabet's length would favor its first letters.
  const fair = 256 - (256 % ALPHABET.length);
  let password = "";
  while (password.length < TEMPORARY_PASSWORD_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * TEMPORARY_PASSWORD_LENGTH))) {
      if (byte < fair && password.length < TEMPORARY_PASSWORD_LENGTH)
        password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
