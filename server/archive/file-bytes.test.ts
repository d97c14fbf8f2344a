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
])("the archived bytes of a file are %s", async (_what, source, bytes, isWhole) => {
  expect(await read(4, pieces(...source))).toEqual({ bytes, isWhole });
});

it("an unreadable file, such as a folder in its place, is archived as zeros", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-bytes-"));
  const handle = await open(folder);
  expect(await read(200_000, handle.createReadStream())).toEqual({
    bytes: "\0".repeat(200_000),
    isWhole: false,
  });
  await rm(folder, { recursive: true });
});

it("reading a file's bytes fails when the connection to a bucket breaks", async () => {
  async function* broken() {
    yield Buffer.from("ab");
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  }
  await expect(read(4, broken())).rejects.toThrow("ECONNRESET");
});
