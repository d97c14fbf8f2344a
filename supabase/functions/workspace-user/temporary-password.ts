/** Letters and digits that cannot be confused when read aloud or copied by hand. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

const LENGTH = 10;

/** Ten characters from a cryptographic source, each equally likely: 58 bits. */
export function createTemporaryPassword(): string {
  // Bytes past the last full multiple of the alphabet's length would favor its first letters.
  const fair = 256 - (256 % ALPHABET.length);
  let password = "";
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * LENGTH))) {
      if (byte < fair && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
