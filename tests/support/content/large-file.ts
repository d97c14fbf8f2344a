import { createCipheriv, createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

const CHUNK = 1024 * 1024;

/**
 * Writes this many incompressible bytes, determined by the seed.
 * @returns their SHA-256 in hex.
 */
export async function writeLargeFile(path: string, size: number, seed = 1): Promise<string> {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, seed), Buffer.alloc(16));
  const zeros = Buffer.alloc(CHUNK);
  const hash = createHash("sha256");
  function* chunks() {
    for (let left = size; left > 0; left -= CHUNK) {
      yield cipher.update(left < CHUNK ? zeros.subarray(0, left) : zeros);
    }
  }
  await pipeline(Readable.from(chunks()), feeding(hash), createWriteStream(path));
  return hash.digest("hex");
}

/** A file's SHA-256 in hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: CHUNK }), hash);
  return hash.digest("hex");
}

function feeding(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
