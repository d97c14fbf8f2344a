import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { expect, it } from "vitest";
import { ArchiveError } from "./archive-error.ts";
import { writeFileSafely, writeStream } from "./archive-file.ts";

const noSignal = new AbortController().signal;

it("an archive file refuses a folder before it reads the archive", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-archive-file-"));
  let read = false;
  async function* archive() {
    read = true;
    yield Buffer.alloc(512);
  }
  await expect(writeFileSafely(folder, Readable.from(archive()), noSignal)).rejects.toEqual(
    new ArchiveError(`${folder} is a folder. Name a file in it.`),
  );
  expect(read).toBe(false);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

it("an archive stream reports in one sentence a reader that ends early", async () => {
  const output = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error("EPIPE"), { code: "EPIPE" })),
  });
  await expect(writeStream(output, Readable.from([Buffer.alloc(512)]), noSignal)).rejects.toEqual(
    new ArchiveError("The program that reads the archive ended before it was complete."),
  );
});
