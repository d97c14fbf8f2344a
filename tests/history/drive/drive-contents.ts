import { createHash } from "node:crypto";
import { UPLOAD_CHUNK_BYTES } from "../../../shared/limits.ts";
import { tokensIn } from "../schedule.ts";
import type { Content } from "./drive-history.ts";

/** Bytes by which the contents of two steps differ, so that a row's size identifies its content. */
const STEP_BYTES = 32;

/** Bytes of the smallest content, which exceeds all tokens of a schedule. */
const SMALLEST_BYTES = 3_000;

/**
 * A text that ends with a new token, in the size of its step.
 * @param tokens all tokens of the text, in order.
 */
export function textWith(tokens: readonly string[]): string {
  const token = tokens.at(-1) ?? "";
  const size = SMALLEST_BYTES + STEP_BYTES * stepOf(token);
  return `${tokens.join(" ")} `.padEnd(size, ".");
}

/** Content with one token, larger than a chunk, without repetition. */
export function largeContent(token: string): Buffer {
  const size = UPLOAD_CHUNK_BYTES + STEP_BYTES * stepOf(token);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(at, at);
  bytes.write(`${token} `);
  return bytes;
}

export function describeContent(content: string | Buffer): Content {
  const bytes = Buffer.from(content);
  const tokens = tokensIn(bytes.subarray(0, SMALLEST_BYTES).toString("latin1"));
  return { token: tokens.at(-1) ?? "", size: bytes.length, digest: digestOf(bytes), tokens };
}

export const digestOf = (bytes: Buffer | string): string =>
  createHash("sha256").update(bytes).digest("hex");

const stepOf = (token: string) => Number(/s(\d+)z/.exec(token)?.[1]);
