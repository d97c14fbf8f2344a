import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { exactly } from "./file-bytes.ts";

async function read(size: number, source: AsyncIterable<Uint8Array>) {
  const { bytes, isWhole } = exactly(size, source);
  return { bytes: (await buffer(Readable.from(bytes))).toString("latin1"), isWhole: isWhole() };
}

const pieces = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

it.each<[what: string, source: string[], bytes: string, isWhole: boolean]>([
  ["the bytes of a whole file", ["ab", "", "cd"], "abcd", true],
  ["zeros for the end of a file that is too short", ["ab"], "ab\0\0", false],
  ["the beginning of a file that is too long", ["ab", "cdef"], "abcd", false],
  ["the beginning of a file with another piece", ["abcd", "e"], "abcd", false],
])("file bytes give %s", async (_what, source, bytes, isWhole) => {
  expect(await read(4, pieces(...source))).toEqual({ bytes, isWhole });
});

it("file bytes are zeros for an unreadable file, such as a folder in its place", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bytes-"));
  const handle = await open(folder);
  expect(await read(200_000, handle.createReadStream())).toEqual({
    bytes: "\0".repeat(200_000),
    isWhole: false,
  });
  await rm(folder, { recursive: true });
});

it("file bytes fail when the connection to a bucket breaks, which says nothing about the file", async () => {
  async function* broken() {
    yield Buffer.from("ab");
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  }
  await expect(read(4, broken())).rejects.toThrow("ECONNRESET");
});
