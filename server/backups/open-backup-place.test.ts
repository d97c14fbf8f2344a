import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { openTestBuckets } from "../../tests/support/test-buckets.ts";
import { openBackupPlace } from "./open-backup-place.ts";

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
  it("stores, lists, opens and deletes archives, and leaves nothing of a failed one", async () => {
    await writeFile(join(folder, "notes.txt"), "mine");
    const place = await openBackupPlace(await locate());
    const [small, large] = [randomBytes(100), randomBytes(9 * 1024 * 1024)];
    const older = await place.write(new Date("2026-11-21T03:00:00Z"), stream(small), noSignal);
    const newer = await place.write(new Date("2026-11-22T03:00:01.500Z"), stream(large), noSignal);
    expect(newer).toMatchObject({ name: "foyer-2026-11-22T03-00-01Z.tar", bytes: large.length });
    async function* broken() {
      yield small;
      throw new Error("The source broke.");
    }
    const failing = place.write(
      new Date("2026-11-23T03:00:00Z"),
      Readable.from(broken()),
      noSignal,
    );
    await expect(failing).rejects.toThrow("The source broke.");
    expect((await place.list()).map(({ name, bytes }) => [name, bytes])).toEqual([
      ["foyer-2026-11-22T03-00-01Z.tar", large.length],
      ["foyer-2026-11-21T03-00-00Z.tar", small.length],
    ]);
    expect((await buffer(await place.open(newer))).equals(large)).toBe(true);
    await place.delete(newer);
    expect(await place.list()).toEqual([older]);
  });
});
