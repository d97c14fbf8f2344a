import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts the secrets of second factors. */
export interface SecretBox {
  /**
   * @param factorId bound to the ciphertext: a secret copied to another factor cannot be decrypted.
   */
  seal(secret: string, factorId: string): string;
  /**
   * @returns null when the text was encrypted with another key or for another factor, or was
   * changed.
   */
  open(sealed: string, factorId: string): string | null;
}

/**
 * AES-256-GCM with a key derived from the site's JWT secret, so that the database alone, or a copy
 * of it, does not reveal codes.
 */
export function createSecretBox(jwtSecret: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", jwtSecret, "", "foyer: second factors", 32));
  return {
    seal(secret, factorId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(factorId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `${PREFIX}${sealed.toString("base64url")}`;
    },
    open(sealed, factorId) {
      const bytes = Buffer.from(sealed.slice(PREFIX.length), "base64url");
      if (!sealed.startsWith(PREFIX) || bytes.byteLength < NONCE_BYTES + TAG_BYTES) return null;
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(factorId))
          .setAuthTag(tag);
        const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

/** Version of the format. */
const PREFIX = "v1.";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
