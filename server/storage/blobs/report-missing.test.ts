import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "../../log/log.ts";
import { createFileBlobStore } from "./file-blob-store.ts";
import { reportMissing } from "./report-missing.ts";

test("a missing blob is logged once when it is read or copied", async () => {
  const root = await mkdtemp(join(tmpdir(), "foyer-missing-"));
  try {
    const said: string[] = [];
    const log = { ...silentLog, error: (message: string) => void said.push(message) };
    const blobs = reportMissing(createFileBlobStore(root), log);
    const [there, lost, other] = [randomUUID(), randomUUID(), randomUUID()];
    await blobs.put(there, (async function* () {})());
    (await blobs.get(there))?.destroy();
    expect(said).toEqual([]);
    expect(await blobs.get(lost)).toBeNull();
    expect(await blobs.get(lost)).toBeNull();
    await expect(blobs.copy(other, randomUUID())).rejects.toThrow("ENOENT");
    expect(said).toEqual(
      [lost, other].map((id) => `The stored file ${id} is missing. Restore it from a backup.`),
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
