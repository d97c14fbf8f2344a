import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { type Identity, type Recipient, Stanza } from "age-encryption";

/** The most a file may ask for, as a power of two: 1 GB of memory. */
const MAX_WORK_FACTOR = 20;

const CIPHER = "chacha20-poly1305";
const TAG_BYTES = 16;
/** Each key encrypts one file key. */
const NONCE = Buffer.alloc(12);

/**
 * The age format's recipient for a passphrase. That of `age-encryption` derives the key in
 * JavaScript, which blocks the server for seconds; Node.js does it on another thread.
 * @param workFactor of scrypt, as a power of two.
 */
export function passphraseRecipient(passphrase: string, workFactor: number): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const key = await deriveKey(passphrase, salt, workFactor);
      const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      const saltText = salt.toString("base64").replace(/=+$/, "");
      return [new Stanza(["scrypt", saltText, String(workFactor)], body)];
    },
  };
}

/** The same for reading. */
export function passphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey([stanza, ...others]) {
      const [type, saltText = "", workText = ""] = stanza?.args ?? [];
      // The format allows no other recipient beside a passphrase.
      if (!stanza || type !== "scrypt" || others.length > 0) return null;
      const salt = Buffer.from(saltText, "base64");
      const workFactor = Number(workText);
      const isValid =
        salt.length === 16 && /^[1-9]\d*$/.test(workText) && workFactor <= MAX_WORK_FACTOR;
      if (!isValid) throw new Error("invalid scrypt stanza");
      const key = await deriveKey(passphrase, salt, workFactor);
      const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(stanza.body.subarray(-TAG_BYTES));
      try {
        const fileKey = decipher.update(stanza.body.subarray(0, -TAG_BYTES));
        return Buffer.concat([fileKey, decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

function deriveKey(passphrase: string, salt: Uint8Array, workFactor: number): Promise<Buffer> {
  const label = Buffer.concat([Buffer.from("age-encryption.org/v1/scrypt"), salt]);
  const cost = { N: 2 ** workFactor, r: 8, p: 1 };
  // The derivation takes 128 bytes for each unit of N and r.
  const maxmem = 2 * 128 * cost.N * cost.r;
  return new Promise((resolve, reject) => {
    scrypt(passphrase, label, 32, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
