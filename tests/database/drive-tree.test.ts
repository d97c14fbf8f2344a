import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { paths, plant } from "../support/databases/drive-rows.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";

const trash = (tx: Tx, ...ids: (string | undefined)[]) =>
  tx`select trash_files(${ids as string[]}) as count`.then(([row]) => row?.count);
const restore = (tx: Tx, ...ids: (string | undefined)[]) =>
  tx<{ name: string; parent_id: string | null }[]>`
    select name, parent_id from restore_files(${ids as string[]})`;
const move = (tx: Tx, ids: (string | undefined)[], folder: string | null = null, both = false) =>
  tx`select name from move_files(${ids as string[]}, ${folder}, ${both})`;
const remove = (tx: Tx, ...ids: (string | undefined)[]) =>
  tx`select delete_files(${ids as string[]}) as count`.then(([row]) => row?.count);

/** `a/` beside `ab/`, which share a name prefix. */
const twoFolders = { a: { deep: { x: 1 }, y: 1 }, ab: { z: 1 }, "a.txt": 1 };

const star = (tx: Tx, ids: (string | undefined)[], starred: boolean) =>
  tx`select star_files(${ids as string[]}, ${starred}) as count`.then(([row]) => row?.count);
const starred = (tx: Tx) =>
  tx<
    { name: string }[]
  >`select name from workspace_files where starred_at is not null order by name`;

describeDatabase("Starred items", (suite) => {
  it("stars change for all of the items or none, keep the items' times, and survive the trash", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      await tx`update workspace_files set starred_at = '2026-01-01' where name = 'a'`;
      await tx`create temporary table known as select id, updated_at from workspace_files`;
      const counts = [
        await star(tx, [ids.a, ids["a.txt"]], true),
        await star(tx, [ids.ab], false),
        await codeOf(tx, (inner) => star(inner, [ids.ab, randomUUID()], true)),
      ];
      const [first] = await tx`select starred_at from workspace_files where id = ${ids.a ?? ""}`;
      await trash(tx, ids.a);
      await restore(tx, ids.a);
      const seen = { counts, starred: await starred(tx), first };
      await star(tx, Object.values(ids), false);
      const changed = await tx`select from workspace_files join known using (id, updated_at)`;
      return { ...seen, left: await starred(tx), unchanged: changed.count };
    });
    expect(result).toEqual({
      counts: [1, 0, "PT404"],
      starred: [{ name: "a" }, { name: "a.txt" }],
      first: { starred_at: expect.stringMatching(/^2026-01-01/) },
      left: [],
      unchanged: 7,
    });
  });
});

describeDatabase("The trash", (suite) => {
  it("the trash receives a folder with all of its contents, and no other files", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      const count = await trash(tx, ids.a);
      const own = await tx`select name from workspace_files
        where trashed_at is not null and trashed_with is null`;
      return { count, own, left: await paths(tx), gone: await paths(tx, true) };
    });
    expect(result).toEqual({
      count: 4,
      own: [{ name: "a" }],
      left: ["a.txt", "ab", "ab/z"],
      gone: ["a", "a/deep", "a/deep/x", "a/y"],
    });
  });

  it("the trash restores items that were trashed together to their place", async () => {
    const left = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      await trash(tx, ids["a/y"]);
      await trash(tx, ids.a, ids["a/deep/x"], ids["a.txt"]);
      await restore(tx, ids.a);
      return paths(tx);
    });
    // y was trashed separately before; a.txt was not restored.
    expect(left).toEqual(["a", "a/deep", "a/deep/x", "ab", "ab/z"]);
  });

  it("the trash restores a single item of a trashed folder to the top level", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      await trash(tx, ids.a);
      await restore(tx, ids["a/deep"]);
      return { left: await paths(tx), gone: await paths(tx, true) };
    });
    expect(result.left).toEqual(["a.txt", "ab", "ab/z", "deep", "deep/x"]);
    expect(result.gone).toEqual(["a", "a/y"]);
  });

  it("the trash restores an item into its folder when both are selected", async () => {
    const left = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { y: 1 } });
      await trash(tx, ids["a/y"]);
      await trash(tx, ids.a);
      await restore(tx, ids["a/y"], ids.a);
      return paths(tx);
    });
    expect(left).toEqual(["a", "a/y"]);
  });

  it("the trash numbers restored items whose name is taken", async () => {
    const names = await suite.as("workspace user", async (tx) => {
      const taken = { "a.txt": 1, "a (1).txt": 1, folder: {}, ".env": 1, "x.tar gz": 1 };
      const first = await plant(tx, { "a.txt": 1, folder: {}, ".env": 1, "x.tar gz": 1 });
      await trash(tx, ...Object.values(first));
      await plant(tx, taken);
      return (await restore(tx, ...Object.values(first))).map((row) => row.name).sort();
    });
    expect(names).toEqual([".env (1)", "a (2).txt", "folder (1)", "x.tar gz (1)"]);
  });

  it("the trash keeps numbered names within 255 characters", async () => {
    const names = await suite.as("workspace user", async (tx) => {
      const name = `${"ä".repeat(251)}.txt`;
      const first = await plant(tx, { [name]: 1 });
      await trash(tx, ...Object.values(first));
      await plant(tx, { [name]: 1 });
      return restore(tx, ...Object.values(first));
    });
    expect(names[0]?.name).toBe(`${"ä".repeat(247)} (1).txt`);
  });

  it("the trash includes items added to a trashed folder, and restores them with it", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { deep: {} } });
      await trash(tx, ids.a);
      await plant(tx, { late: 1 }, { parent: ids["a/deep"] ?? null });
      const gone = await paths(tx, true);
      await restore(tx, ids.a);
      return { gone, left: await paths(tx) };
    });
    expect(result.gone).toEqual(["a", "a/deep", "a/deep/late"]);
    expect(result.left).toEqual(["a", "a/deep", "a/deep/late"]);
  });

  it("the trash includes every item added concurrently", async () => {
    const ids = await plant(suite.sql, { a: {} });
    const asUser = (work: (tx: Tx) => Promise<unknown>) =>
      suite.sql.begin(async (tx) => {
        await become(tx, "workspace user");
        await work(tx);
      });
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) =>
        asUser((tx) => plant(tx, { [`file ${index}`]: 1 }, { parent: ids.a ?? null })),
      ),
      asUser((tx) => trash(tx, ids.a)),
      ...Array.from({ length: 5 }, (_, index) =>
        asUser((tx) => plant(tx, { [`more ${index}`]: 1 }, { parent: ids.a ?? null })),
      ),
    ]);
    const [left, gone] = [await paths(suite.sql), await paths(suite.sql, true)];
    await suite.sql`delete from workspace_files`;
    await suite.sql`delete from private.pending_blobs`;
    expect(left).toEqual([]);
    expect(gone).toHaveLength(11);
  });

  it("the trash deletes all of its items when emptied, and nothing else", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      await trash(tx, ids.a, ids["a.txt"]);
      const [row] = await tx`select empty_trash() as count`;
      return { count: row?.count, left: await paths(tx), gone: await paths(tx, true) };
    });
    expect(result).toEqual({ count: 5, left: ["ab", "ab/z"], gone: [] });
  });

  it("the trash keeps an item that was trashed separately when the folder around it is deleted", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { kept: { inner: 1 }, other: 1 } });
      await trash(tx, ids["a/kept"]);
      await remove(tx, ids.a);
      return { left: await paths(tx), gone: await paths(tx, true) };
    });
    expect(result).toEqual({ left: [], gone: ["kept", "kept/inner"] });
  });
});

describeDatabase("Moving and deleting", (suite) => {
  it("moving several items at once keeps the contents of a selected folder in it", async () => {
    const left = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      await move(tx, [ids.a, ids["a/y"], ids["a.txt"]], ids.ab);
      return paths(tx);
    });
    expect(left).toEqual(["ab", "ab/a", "ab/a.txt", "ab/a/deep", "ab/a/deep/x", "ab/a/y", "ab/z"]);
  });

  it.each<[string, string, (ids: Record<string, string>) => [string[], string]]>([
    ["into itself", "PT409", (ids) => [[ids["a.txt"], ids.a] as string[], ids.a as string]],
    ["below itself", "PT409", (ids) => [[ids.a] as string[], ids["a/deep"] as string]],
    ["into a file", sqlstate.foreignKey, (ids) => [[ids.a] as string[], ids["a.txt"] as string]],
    ["into a missing folder", sqlstate.foreignKey, (ids) => [[ids.a] as string[], randomUUID()]],
    [
      "with a deleted file",
      "PT404",
      (ids) => [[ids.a, randomUUID()] as string[], ids.ab as string],
    ],
    [
      "to a name that is taken",
      sqlstate.unique,
      (ids) => [[ids["a/y"], ids.y] as string[], ids.ab as string],
    ],
  ])("none of the items is moved %s", async (_, expected, choose) => {
    const { code, before, after } = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { ...twoFolders, y: 1 });
      const unchanged = await paths(tx);
      const [moved, folder] = choose(ids);
      const failure = await codeOf(tx, (inner) => move(inner, moved, folder));
      return { code: failure, before: unchanged, after: await paths(tx) };
    });
    expect(code).toBe(expected);
    expect(after).toEqual(before);
  });

  it("moving keeps both items when requested", async () => {
    const names = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { "y.txt": 1, a: { "y.txt": 1 }, ab: { "y.txt": 1 } });
      await move(tx, [ids["y.txt"], ids["a/y.txt"]], ids.ab, true);
      return paths(tx);
    });
    expect(names).toEqual(["a", "ab", "ab/y (1).txt", "ab/y (2).txt", "ab/y.txt"]);
  });

  it("nothing is moved into or out of the trash", async () => {
    const codes = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      await trash(tx, ids.ab);
      const codeFor = (work: (inner: Tx) => PromiseLike<unknown>) => codeOf(tx, work);
      return [
        await codeFor((inner) => move(inner, [ids.a], ids.ab)),
        await codeFor((inner) => move(inner, [ids["ab/z"]], ids.a)),
        await codeFor(
          (inner) => inner`update workspace_files
          set parent_id = ${ids.ab ?? null} where id = ${ids.a ?? null}`,
        ),
      ];
    });
    expect(codes).toEqual(["PT409", "PT409", "PT409"]);
  });

  it("deleting removes a folder with everything below it, but not one with the same name prefix", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      const counts = [await remove(tx, ids.a), await remove(tx, ids.a)];
      return { counts, left: await paths(tx) };
    });
    expect(result).toEqual({ counts: [4, 0], left: ["a.txt", "ab", "ab/z"] });
  });

  it("each name is allowed once per folder, regardless of the trash", async () => {
    const codes = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { x: 1 }, x: 1 });
      const again = (parent: string | null) =>
        codeOf(tx, (inner) => plant(inner, { x: 1 }, { parent }));
      const doubled = [await again(null), await again(ids.a ?? null)];
      await trash(tx, ids.x);
      return [...doubled, await again(null)];
    });
    expect(codes).toEqual([sqlstate.unique, sqlstate.unique, null]);
  });

  it("another user's files cannot be moved or deleted", async () => {
    const result = await suite.trial(async (tx) => {
      const { x } = await plant(tx, { x: 1 }, { owner: userIds.stranger });
      await become(tx, "workspace user");
      return [
        await codeOf(tx, (inner) => trash(inner, x)),
        await codeOf(tx, (inner) => restore(inner, x)),
        await codeOf(tx, (inner) => move(inner, [x])),
        await remove(tx, x),
      ];
    });
    expect(result).toEqual(["PT404", "PT404", "PT404", 0]);
  });

  it("renaming updates the modification time, unlike moving or trashing", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, twoFolders);
      const at = async () => {
        const [row] =
          await tx`select updated_at::text, created_at::text from workspace_files where id = ${ids["a.txt"] ?? null}`;
        return row?.updated_at as string;
      };
      const times = [await at()];
      await move(tx, [ids["a.txt"]], ids.ab);
      await trash(tx, ids["a.txt"]);
      await restore(tx, ids["a.txt"]);
      await tx`update workspace_files set updated_at = '1999-01-01', created_at = '1999-01-01' where id = ${ids["a.txt"] ?? null}`;
      times.push(await at());
      await tx`update workspace_files set name = 'b.txt' where id = ${ids["a.txt"] ?? null}`;
      times.push(await at());
      return times;
    });
    expect(result[1]).toBe(result[0]);
    expect(Date.parse(result[2] ?? "")).toBeGreaterThan(Date.parse(result[1] ?? ""));
  });
});
