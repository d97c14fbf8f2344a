import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import { countForGc } from "../storage/buffer-gc.ts";
import { streamOf } from "../storage/stream-of.ts";
import { ArchiveError, damagedArchive } from "./archive-error.ts";
import { passphraseIdentity, passphraseRecipient } from "./passphrase.ts";

/** The first line of every file in the age format. */
const AGE_HEADER = "age-encryption.org/v1\n";

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
 * @param askPassphrase called only for an encrypted one.
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
  const iterator = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let first = Buffer.alloc(0);
  let ended = false;
  while (first.byteLength < bytes && !ended) {
    const { value, done } = await iterator.next();
    if (done) ended = true;
    else first = Buffer.concat([first, value]);
  }
  async function* all() {
    try {
      if (first.byteLength > 0) yield first;
      while (!ended) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      input.destroy();
    }
  }
  return { first: first.subarray(0, bytes), rest: Readable.from(all(), { objectMode: false }) };
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
