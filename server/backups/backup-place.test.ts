import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { openTestBuckets } from "../../tests/support/fakes/test-buckets.ts";
import { archiveName, openBackupPlace } from "./backup-place.ts";

const buckets = openTestBuckets();
const folder = await mkdtemp(join(tmpdir(), "foyer-backup-place-"));
afterAll(async () => {
  await buckets.close();
  await rm(folder, { recursive: true, force: true });
});

const noSignal = new AbortController().signal;
const stream = (bytes: Buffer) => Readable.from([bytes], { objectMode: false });

describe.each([
  ["a folder", async () => ({ folder })],
  ["a bucket", () => buckets.newLocation()],
] as const)("%s of archives", (_what, locate) => {
  it("archives are stored, listed, opened and deleted, and a failed archive leaves nothing behind", async () => {
    await writeFile(join(folder, "notes.txt"), "mine");
    const place = await openBackupPlace(await locate());
    const older = archiveName(new Date("2026-11-21T03:00:00Z"), false);
    const newer = archiveName(new Date("2026-11-22T03:00:01.500Z"), true);
    const [small, large] = [randomBytes(100), randomBytes(9 * 1024 * 1024)];
    await place.write(older, stream(small), noSignal);
    await place.write(newer, stream(large), noSignal);
    async function* broken() {
      yield small;
      throw new Error("The source broke.");
    }
    const broke = archiveName(new Date("2026-11-23T03:00:00Z"), false);
    const failing = place.write(broke, Readable.from(broken()), noSignal);
    await expect(failing).rejects.toThrow("The source broke.");
    const [second, first] = [
      { name: newer, createdAt: new Date("2026-11-22T03:00:01Z"), bytes: large.length },
      { name: older, createdAt: new Date("2026-11-21T03:00:00Z"), bytes: small.length },
    ];
    expect(await place.list()).toEqual([second, first]);
    expect((await buffer(await place.open(newer))).equals(large)).toBe(true);
    await place.delete(newer);
    expect(await place.list()).toEqual([first]);
  });
});
