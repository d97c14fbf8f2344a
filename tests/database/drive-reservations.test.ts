import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { addFile, plant, reserve, usage } from "../support/databases/drive-rows.ts";
import { become, becomeSuperuser, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;

const due = async (tx: Tx) =>
  (await tx<{ path: string }[]>`select list_due_blobs() as path`).map((row) => row.path);
const clear = async (tx: Tx, paths: string[]) =>
  (await tx`select clear_due_blobs(${paths}) as count`)[0]?.count as number;
const store = (tx: Tx, name: string) =>
  tx`insert into storage.objects (bucket_id, name) values ('workspace-files', ${name})`;
/** Simulates that this much time has passed for the recorded paths. */
async function pass(tx: Tx, time: string) {
  await becomeSuperuser(tx);
  await tx`update private.pending_blobs set due_at = due_at - ${time}::interval`;
  await tx`update storage.objects set created_at = created_at - ${time}::interval`;
  await become(tx, "workspace user");
}

describeDatabase("A reserved upload", (suite) => {
  it.each([
    ["report.pdf", /^root\/\d{13}-report\.pdf$/],
    ["résumé 最終.pdf", /^root\/\d{13}-r_sum_\.pdf$/],
    ["../../x", /^root\/\d{13}-\.\._\.\._x$/],
    ["😀", /^root\/\d{13}-_$/],
    [`${"x".repeat(250)}.txt`, /^root\/\d{13}-x{96}\.txt$/],
    ["%2e%2e", /^root\/\d{13}-_2e_2e$/],
  ])("a reserved upload gets a path valid on every storage backend: %j", async (name, expected) => {
    const path = await suite.as("workspace user", (tx) => reserve(tx, name, 1));
    expect(path.slice(user_id.length + 1)).toMatch(expected);
  });

  it("a reserved upload gets a unique path, however many are reserved at once", async () => {
    const paths = await suite.as("workspace user", async (tx) => {
      const rows = await tx`select reserve_upload('x', 1) as path from generate_series(1, 50)`;
      return new Set(rows.map((row) => row.path));
    });
    expect(paths.size).toBe(50);
  });

  it("up to 100 uploads are reserved in one call, all of them if there is space, otherwise none", async () => {
    const reserveAll = (tx: Tx, files: object[]) =>
      tx<{ path: string }[]>`select unnest(reserve_uploads(${tx.json(files as never)})) as path`;
    const file = (size: number) => ({ name: "x", size, folder: null });
    const found = await suite.as("workspace user", async (tx) => {
      const { folder } = await plant(tx, { folder: {} });
      const first = await reserveAll(tx, [{ name: "a", size: 1, folder }, file(2)]);
      const { used = 0, quota = 0 } = (await usage(tx)) ?? {};
      const half = Math.floor((Number(quota) - Number(used)) / 2) + 1;
      const codes = [];
      for (const files of [
        [file(half), file(half)],
        [file(1), { name: "", size: 1 }],
        [file(1), { name: "x", size: 1, folder: user_id }],
        Array(101).fill(file(0)),
      ]) {
        codes.push(await codeOf(tx, (inner) => reserveAll(inner, files)));
      }
      const most = await reserveAll(tx, Array(100).fill(file(0)));
      return { first, folder, codes, most, used: (await usage(tx))?.used };
    });
    expect(found.first.map(({ path }) => path.slice(user_id.length + 1))).toEqual([
      expect.stringMatching(new RegExp(`^${found.folder}/\\d{13}-a$`)),
      expect.stringMatching(/^root\/\d{13}-x$/),
    ]);
    expect(found.codes).toEqual(["PT413", "22023", sqlstate.foreignKey, "22023"]);
    expect(new Set(found.most.map(({ path }) => path)).size).toBe(100);
    expect(found.used).toBe(3);
  });

  it("a reserved upload is refused for a folder that is deleted, trashed, a file, or another user's", async () => {
    const codes = await suite.trial(async (tx) => {
      const foreign = await plant(tx, { f: {} }, { owner: userIds.stranger });
      await become(tx, "workspace user");
      const ids = await plant(tx, { trashed: {}, file: 1 });
      await tx`select trash_files(${[ids.trashed as string]})`;
      const tried = [ids.trashed, ids.file, foreign.f, user_id];
      const result: (string | null)[] = [];
      for (const id of tried) result.push(await codeOf(tx, (inner) => reserve(inner, "x", 1, id)));
      return result;
    });
    expect(codes).toEqual(["PT409", sqlstate.foreignKey, sqlstate.foreignKey, sqlstate.foreignKey]);
  });

  it.each([
    [null, 1],
    ["", 1],
    ["x".repeat(256), 1],
    ["x", -1],
    ["x", null],
  ])("a reserved upload requires a name and a size: %j, %j", async (name, size) => {
    const code = await suite.as("workspace user", (tx) =>
      codeOf(tx, (inner) => reserve(inner, name as string, size as number)),
    );
    expect(code).toBe("22023");
  });

  it("a reserved upload is completed by the row with its path, and never becomes due for removal", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const path = await reserve(tx, "x", 10);
      await store(tx, path);
      await addFile(tx, path, 10);
      await pass(tx, "30 days");
      return { due: await due(tx), usage: await usage(tx) };
    });
    expect(result.due).toEqual([]);
    expect(result.usage?.used).toBe(10);
  });

  it("a reserved upload becomes due for removal after a day without a row, and its path can no longer be used", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const path = await reserve(tx, "x", 10);
      const early = await due(tx);
      await pass(tx, "24 hours");
      return {
        early,
        late: [(await due(tx)).includes(path), (await usage(tx))?.used],
        row: await codeOf(tx, (inner) => addFile(inner, path, 10)),
        extended: (await tx`select extend_upload(${path}) as alive`)[0]?.alive,
      };
    });
    expect(result).toEqual({ early: [], late: [true, 0], row: "PT409", extended: false });
  });

  it("a reserved upload stays valid while it is extended", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const path = await reserve(tx, "x", 10);
      await pass(tx, "20 hours");
      const alive = (await tx`select extend_upload(${path}) as alive`)[0]?.alive;
      await pass(tx, "20 hours");
      return {
        alive,
        due: await due(tx),
        row: await codeOf(tx, (inner) => addFile(inner, path, 10)),
      };
    });
    expect(result).toEqual({ alive: true, due: [], row: null });
  });

  it("a reserved upload frees its space when released, and cannot be reused", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const path = await reserve(tx, "x", 10);
      await tx`select release_upload(${path})`;
      const after = [(await usage(tx))?.used, await due(tx)];
      const codes = [
        (await tx`select extend_upload(${path}) as alive`)[0]?.alive,
        await codeOf(tx, (inner) => addFile(inner, path, 10)),
      ];
      await pass(tx, "1 minute");
      return { after, codes, due: (await due(tx)).length };
    });
    expect(result).toEqual({ after: [0, []], codes: [false, "PT409"], due: 1 });
  });

  it("a reserved upload of another user cannot be seen, extended, released or cleared", async () => {
    const result = await suite.trial(async (tx) => {
      const path = `${userIds.stranger}/root/1-x`;
      await tx`insert into private.pending_blobs (path, user_id, due_at)
        values (${path}, ${userIds.stranger}, now() - interval '1 hour')`;
      await become(tx, "workspace user");
      await tx`select extend_upload(${path}), release_upload(${path})`;
      const seen = [await due(tx), await clear(tx, [path])];
      await becomeSuperuser(tx);
      return { seen, rows: await tx`select due_at < now() as due from private.pending_blobs` };
    });
    expect(result).toEqual({ seen: [[], 0], rows: [{ due: true }] });
  });
});

describeDatabase("Bytes without a row", (suite) => {
  it("bytes without a row become due for removal however their file, or a folder above it, is deleted", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { deep: { x: 1 }, y: 1 }, ab: { z: 1 }, f: 1 });
      await tx`delete from workspace_files where id = ${ids.a as string}`;
      await tx`select delete_files(${[ids.f as string]})`;
      const paths = await due(tx);
      return (
        paths
          .map((path) => path.slice(-36))
          .sort()
          .join() === [ids["a/deep/x"], ids["a/y"], ids.f].sort().join()
      );
    });
    expect(result).toBe(true);
  });

  it("bytes without a row are cleared only once they are removed from storage", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const path = await reserve(tx, "x", 10);
      await store(tx, path);
      const [file] = await addFile(tx, path, 10);
      await tx`delete from workspace_files where id = ${file?.id}`;
      const early = await clear(tx, [path]);
      await tx`delete from storage.objects where name = ${path}`;
      return { early, late: await clear(tx, [path]), due: await due(tx) };
    });
    expect(result).toEqual({ early: 0, late: 1, due: [] });
  });

  it("bytes without a row are found after a day even without a reservation", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const [stray, kept, fresh] = ["stray", "kept", "fresh"].map(
        (name) => `${user_id}/root/1-${name}`,
      ) as [string, string, string];
      await store(tx, stray);
      await store(tx, kept);
      await addFile(tx, kept, 1);
      await pass(tx, "25 hours");
      await store(tx, fresh);
      return [
        (await due(tx)).join() === stray,
        await addFile(tx, fresh, 1, "y").then((rows) => rows.length),
      ];
    });
    expect(result).toEqual([true, 1]);
  });

  it("bytes without a row of a deleted user stay due for removal and do not block deleting the account", async () => {
    const rows = await suite.trial(async (tx) => {
      await plant(tx, { a: { x: 1 } }, { owner: userIds.stranger });
      await tx`delete from auth.users where id = ${userIds.stranger}`;
      return tx`select user_id from private.pending_blobs where due_at <= now()`;
    });
    expect(rows).toEqual([{ user_id: userIds.stranger }]);
  });
});
