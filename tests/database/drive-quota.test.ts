import { expect, it } from "vitest";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { addFile, plant, reserve, usage } from "../support/databases/drive-rows.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";
import { rowsRead } from "../support/databases/rows-read.ts";

const user_id = userIds.workspace;

const quota = (tx: Tx, size: string) => tx`select set_config('foyer.drive_quota', ${size}, true)`;

describeDatabase("Drive space", (suite) => {
  it("drive space is 10 GB unless the database sets another quota, and at most 5 GB for one file", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const [before, code] = [
        await usage(tx),
        await codeOf(tx, (inner) => reserve(inner, "x", 5 * 2 ** 30 + 1)),
      ];
      await quota(tx, "1 TB");
      return { before, code, after: (await usage(tx))?.quota };
    });
    expect(result).toEqual({
      before: { used: 0, quota: 10 * 2 ** 30, file_limit: 5 * 2 ** 30 },
      code: "PT413",
      after: 2 ** 40,
    });
  });

  it("drive space has the limits that the secret key sets, unless the server sets a quota", async () => {
    const result = await suite.trial(async (tx) => {
      await tx`set local role service_role`;
      for (const size of [1, 1000]) await tx`select set_drive_limits(${size}, 50)`;
      const [limits] = await tx`select * from get_drive_limits()`;
      await become(tx, "workspace user");
      const code = await codeOf(tx, (inner) => reserve(inner, "x", 51));
      const { used, ...seen } = (await usage(tx)) ?? {};
      await quota(tx, "1 TB");
      return { limits, seen, code, quota: (await usage(tx))?.quota };
    });
    const limits = { quota: 1000, file_limit: 50 };
    expect(result).toEqual({ limits, seen: limits, code: "PT413", quota: 2 ** 40 });
  });

  it("drive space is used by files, the trash, and reservations", async () => {
    const used = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { x: 1000 }, y: 100 });
      await tx`select trash_files(${[ids.a as string]})`;
      await reserve(tx, "z", 10);
      return (await usage(tx))?.used;
    });
    expect(used).toBe(1110);
  });

  it.each<[string, (tx: Tx) => PromiseLike<unknown>, string]>([
    [
      "a reservation",
      (tx: Tx) => reserve(tx, "y", 901),
      "Not enough space: 901 bytes needed, 900 bytes free.",
    ],
    [
      "a row without a reservation",
      (tx: Tx) => addFile(tx, `${user_id}/root/1-y`, 903, "y"),
      "Not enough space: 3 bytes over the quota.",
    ],
    [
      "an increased size",
      (tx: Tx) => tx`update workspace_files set size = 1002`,
      "Not enough space: 2 bytes over the quota.",
    ],
  ])("drive space is refused to %s that exceeds it", async (_, attempt, message) => {
    const failure = await suite.as("workspace user", async (tx) => {
      await plant(tx, { x: 100 });
      await quota(tx, "1000 bytes");
      return tx
        .savepoint(async (inner) => void (await attempt(inner)))
        .catch((error: Error) => error);
    });
    expect(failure).toMatchObject({ code: "PT413", hint: "quota" });
    expect((failure as Error).message).toBe(message);
  });

  it("a refusal distinguishes the needed space from a free space that would be rounded to the same amount", async () => {
    const messages = await suite.as("workspace user", async (tx) => {
      await quota(tx, "1000000 bytes");
      const found: string[] = [];
      for (const size of [1_000_001, 1_000_400, 1_100_000, 3_000_000_000]) {
        const refused = tx.savepoint((inner) => reserve(inner, "x", size));
        found.push(await refused.catch((error: Error) => error.message));
      }
      return found;
    });
    expect(messages).toEqual([
      "Not enough space: 1,000,001 bytes needed, 1,000,000 bytes free.",
      "Not enough space: 1,000,400 bytes needed, 1,000,000 bytes free.",
      "Not enough space: 1074 kB needed, 977 kB free.",
      "Not enough space: 2861 MB needed, 977 kB free.",
    ]);
  });

  it("drive space is not charged twice for a reserved file, nor checked for folders and trashing", async () => {
    const code = await suite.as("workspace user", async (tx) => {
      await quota(tx, "1000 bytes");
      const path = await reserve(tx, "x", 1000);
      return codeOf(tx, async (inner) => {
        const [file] = await addFile(inner, path, 1000);
        await quota(inner, "10 bytes");
        await plant(inner, { folder: {}, empty: 0 });
        await inner`select trash_files(${[file?.id]})`;
      });
    });
    expect(code).toBeNull();
  });

  it("drive space is used by stored bytes without a reservation or row, or whose row has a smaller size", async () => {
    const used = await suite.trial(async (tx) => {
      const sizes: Record<string, number | null> = {
        unnamed: 1000,
        zero: 200,
        unknown: 30,
        more: 4,
      };
      for (const [name, size] of Object.entries(sizes)) {
        await tx`insert into storage.objects (bucket_id, name, metadata)
          values ('workspace-files', ${`${user_id}/root/${name}`}, ${tx.json({ size })})`;
      }
      await tx`insert into storage.objects (bucket_id, name, metadata)
        values ('workspace-files', ${`${userIds.stranger}/root/x`}, ${tx.json({ size: 9e6 })})`;
      await become(tx, "workspace user");
      await addFile(tx, `${user_id}/root/zero`, 0, "zero");
      await tx`insert into workspace_files ${tx({
        user_id,
        name: "unknown",
        storage_object_path: `${user_id}/root/unknown`,
        size: null,
      })}`;
      // A row that claims a larger size than the stored one uses the claimed size.
      await addFile(tx, `${user_id}/root/more`, 5, "more");
      return (await usage(tx))?.used;
    });
    expect(used).toBe(1235);
  });

  it("drive space is reserved for incoming bytes, in addition to the replaced bytes, until the reservation expires", async () => {
    const seen = await suite.trial(async (tx) => {
      const path = `${user_id}/root/1-x`;
      const reserveIncoming = (id: number, size: number, seconds = 60) =>
        tx.savepoint(
          (
            inner,
          ) => inner`select private.reserve_space(${`00000000-0000-4000-8000-00000000000${id}`},
            ${user_id}, ${path}, ${size}, make_interval(secs => ${seconds}))`,
        );
      await quota(tx, "1000 bytes");
      await tx`insert into storage.objects (bucket_id, name, metadata)
        values ('workspace-files', ${path}, ${tx.json({ size: 400 })})`;
      const codes = [
        await codeOf(tx, () => reserveIncoming(1, 600)),
        await codeOf(tx, () => reserveIncoming(2, 1)),
        await codeOf(tx, () => reserveIncoming(1, 601)),
        // Reserving the same or less is never refused.
        await codeOf(tx, () => reserveIncoming(1, 500)),
        await codeOf(tx, () => reserveIncoming(2, 101)),
        await codeOf(tx, () => reserveIncoming(2, 100)),
      ];
      await tx`update private.incoming_uploads set expires_at = now() where bytes = 500`;
      const [row] = await tx`select private.drive_used(${user_id}) as used`;
      return { codes, used: row?.used };
    });
    expect(seen).toEqual({ codes: [null, "PT413", "PT413", null, "PT413", null], used: 500 });
  });

  const store = (tx: Tx, path: string, size: number) =>
    tx`insert into storage.objects (bucket_id, name, metadata)
      values ('workspace-files', ${path}, ${tx.json({ size })})`;

  /** As the storage server does. */
  const receive = (tx: Tx, id: number, path: string, size: number) =>
    tx`select private.reserve_space(${`00000000-0000-4000-8000-00000000000${id}`}, ${user_id},
      ${path}, ${size}, interval '1 minute')`;

  it("an upload and its row need no more space than was reserved for them, whatever is left", async () => {
    const codes = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const path = await reserve(tx, "x", 600);
      await tx`reset role`;
      await quota(tx, "10 bytes");
      const received = [
        await codeOf(tx, () => receive(tx, 1, path, 600)),
        await codeOf(tx, (inner) => receive(inner, 2, path, 1)),
      ];
      await tx`delete from private.incoming_uploads`;
      await store(tx, path, 600);
      await become(tx, "workspace user");
      return [...received, await codeOf(tx, (inner) => addFile(inner, path, 600))];
    });
    expect(codes).toEqual([null, "PT413", null]);
  });

  it.each([
    ["is larger than its reservation", 601, 600],
    ["is smaller than its row claims", 500, 600],
  ])("a stored file that %s needs space", async (_, stored, claimed) => {
    const code = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const path = await reserve(tx, "x", 600);
      await tx`reset role`;
      await quota(tx, "10 bytes");
      await store(tx, path, stored);
      await become(tx, "workspace user");
      return codeOf(tx, (inner) => addFile(inner, path, claimed));
    });
    expect(code).toBe("PT413");
  });

  it("a reserved upload reads no other file of a large drive", async () => {
    const [reserving, uploading] = await suite.trial(async (tx) => {
      await tx`insert into storage.objects (bucket_id, name, metadata)
        select 'workspace-files', ${user_id} || '/root/' || n, '{"size": 1}' from generate_series(1, 3000) n`;
      await tx`analyze storage.objects`;
      await become(tx, "workspace user");
      let path = "";
      return [
        await rowsRead(tx, "storage.objects", async () => (path = await reserve(tx, "x", 7))),
        await rowsRead(tx, "storage.objects", async () => {
          await tx`reset role`;
          await receive(tx, 1, path, 7);
          await store(tx, path, 7);
          await become(tx, "workspace user");
          await addFile(tx, path, 7);
          await tx`select clear_due_blobs(${[path]})`;
        }),
      ];
    });
    expect(reserving).toBeGreaterThanOrEqual(3000);
    expect(uploading).toBeLessThan(10);
  });

  it("drive space is granted only once to concurrent uploads", async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        suite.sql.begin(async (tx) => {
          await become(tx, "workspace user");
          await quota(tx, "1000 bytes");
          await reserve(tx, "x", 400);
        }),
      ),
    );
    await suite.sql`delete from private.pending_blobs`;
    expect(attempts.filter((attempt) => attempt.status === "fulfilled")).toHaveLength(2);
  });
});
