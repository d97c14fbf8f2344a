import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from "age-encryption";
import { countForGc } from "../storage/buffer-gc.ts";
import { streamOf } from "../storage/stream-of.ts";
import { ArchiveError, damagedArchive } from "./archive-error.ts";

/** The first line of every file in the age format. */
const AGE_HEADER = "age-encryption.org/v1\n";

/** Highest accepted work factor of a file, as a power of two: 1 GB of memory. */
const MAX_WORK_FACTOR = 20;

const CIPHER = "chacha20-poly1305";
const TAG_BYTES = 16;
/** Each key encrypts one file key. */
const NONCE = Buffer.alloc(12);

/**
 * Encrypts a stream in the age format (age-encryption.org/v1), readable with `age --decrypt`.
 * @param workFactor of scrypt, as a power of two; 18 takes 256 MB for a second or two.
 */
export async function encrypt(
  plain: Readable,
  passphrase: string,
  workFactor = 18,
): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, workFactor));
  return toNode(await encrypter.encrypt(streamOf(plain)));
}

/**
 * The archive in a stream that may be encrypted.
 * @param askPassphrase called only for an encrypted archive.
 * @throws {ArchiveError}
 */
export async function decryptIfNeeded(
  input: Readable,
  askPassphrase: () => Promise<string>,
): Promise<Readable> {
  const { first, rest } = await peek(input, AGE_HEADER.length);
  if (first.toString("latin1") !== AGE_HEADER) return rest;
  const decrypter = new Decrypter();
  decrypter.addIdentity(passphraseIdentity(await askPassphrase()));
  try {
    return toNode(await decrypter.decrypt(streamOf(rest)), damaged);
  } catch (error) {
    rest.destroy();
    if (/no identity|incorrect|passphrase/i.test((error as Error).message)) {
      const text = "The passphrase does not open this archive.";
      throw new ArchiveError(text, { code: "passphrase_wrong" });
    }
    throw damaged();
  }
}

/** The beginning of a stream, and the whole stream, which still starts with it. */
async function peek(input: Readable, bytes: number): Promise<{ first: Buffer; rest: Readable }> {
  let first = Buffer.alloc(0);
  for await (const chunk of input.iterator({ destroyOnReturn: false })) {
    first = Buffer.concat([first, chunk]);
    if (first.byteLength < bytes) continue;
    input.unshift(first);
    return { first: first.subarray(0, bytes), rest: input };
  }
  return { first, rest: Readable.from([first], { objectMode: false }) };
}

function damaged(): ArchiveError {
  return damagedArchive("it cannot be decrypted to its end.");
}

/** @param translate replaces an error of the stream. */
function toNode(stream: ReadableStream<Uint8Array>, translate?: () => Error): Readable {
  async function* bytes() {
    try {
      for await (const chunk of stream as unknown as WebStream<Uint8Array>) {
        countForGc(chunk.byteLength);
        yield chunk;
      }
    } catch (error) {
      throw translate?.() ?? error;
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}

/**
 * The age format's recipient for a passphrase. The recipient of `age-encryption` derives the key in
 * JavaScript, which blocks the server for seconds; Node.js does it on another thread.
 * @param workFactor of scrypt, as a power of two.
 */
function passphraseRecipient(passphrase: string, workFactor: number): Recipient {
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

/** Unwraps a file's key with a passphrase, for reading. */
function passphraseIdentity(passphrase: string): Identity {
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
