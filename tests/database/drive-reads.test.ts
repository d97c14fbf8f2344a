import { expect, it } from "vitest";
import { describeDatabase, describeNewestDatabase } from "../support/databases/database-suite.ts";
import { plant } from "../support/databases/drive-rows.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";
import { rowsRead } from "../support/databases/rows-read.ts";

interface Row {
  id: string;
  name: string;
}

/** Reads the start of a folder in the order of the drive. */
const readFolder = (tx: Tx, folder: string | null) => tx<Row[]>`
  select id, name from workspace_files
  where user_id = ${userIds.workspace} and trashed_at is null
    and ${folder === null ? tx`parent_id is null` : tx`parent_id = ${folder}`}
  order by is_folder desc, name, id limit 100`;

describeDatabase("Folder pages", (suite) => {
  it("a page of a folder shows neither trashed items nor another user's", async () => {
    const rows = await suite.trial(async (tx) => {
      const foreign = await plant(tx, { f: { x: 1 } }, { owner: userIds.stranger });
      await become(tx, "workspace user");
      const ids = await plant(tx, { kept: 1, trashed: 1, folder: { inner: 1 } });
      await tx`select trash_files(${[ids.trashed as string]})`;
      return [
        ...(await tx<Row[]>`select name from workspace_files where parent_id is null
          and trashed_at is null order by is_folder desc, name`),
        ...(await tx<
          Row[]
        >`select name from workspace_files where parent_id = ${foreign.f as string}`),
      ];
    });
    expect(rows.map(({ name }) => name)).toEqual(["folder", "kept"]);
  });
});

describeDatabase("Drive search", (suite) => {
  const find = async (tx: Tx, words: string, most = 200) =>
    tx<{ name: string; folder_names: string[]; folder_ids: string[] }[]>`
      select name, folder_names, folder_ids from search_files(${words}, ${most})`;
  const tree = {
    "Année 2024": { Reçus: { "Facture été.PDF": 1 } },
    '50%_off \\ "x".txt': 1,
    "ﬁle①.txt": 1,
    "报告 最终.docx": 1,
  };

  it.each([
    ["facture", ["Facture été.PDF"]],
    ["ÉTÉ fact", ["Facture été.PDF"]],
    ["e\u0301te\u0301", ["Facture été.PDF"]],
    ["reçus", ["Reçus"]],
    ["%", ['50%_off \\ "x".txt']],
    ["_", ['50%_off \\ "x".txt']],
    ["\\", ['50%_off \\ "x".txt']],
    ["file1", ["ﬁle①.txt"]],
    ["最终", ["报告 最终.docx"]],
    ["annee", ["Année 2024"]],
    ["facture 2024", []],
    ["", []],
    [" \t", []],
  ])("drive search finds for %j the files with all of its words", async (words, expected) => {
    const found = await suite.as("workspace user", async (tx) => {
      await plant(tx, tree);
      return find(tx, words);
    });
    expect(found.map((row) => row.name)).toEqual(expected);
  });

  it("drive search returns the folders above, topmost first", async () => {
    const { found, ids } = await suite.as("workspace user", async (tx) => {
      const planted = await plant(tx, tree);
      return { ids: planted, found: (await find(tx, "facture"))[0] };
    });
    expect(found?.folder_names).toEqual(["Année 2024", "Reçus"]);
    expect(found?.folder_ids).toEqual([ids["Année 2024"], ids["Année 2024/Reçus"]]);
  });

  it("drive search finds neither trashed items nor another user's, and at most the requested number", async () => {
    const counts = await suite.trial(async (tx) => {
      await plant(tx, { "x foreign": 1 }, { owner: userIds.stranger });
      await become(tx, "workspace user");
      const ids = await plant(tx, { "x trashed": { "x inner": 1 }, "x 1": 1, "x 2": 1, "x 3": 1 });
      await tx`select trash_files(${[ids["x trashed"] as string]})`;
      return [(await find(tx, "x")).length, (await find(tx, "x", 2)).length];
    });
    expect(counts).toEqual([3, 2]);
  });
});

describeDatabase("A subtree", (suite) => {
  it("a subtree is returned with paths relative to the chosen items, a folder before its contents", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, {
        top: { b: { "x/y": 1 }, a: 2, trashed: { t: 1 } },
        c: 3,
        ab: 1,
      });
      await tx`select trash_files(${[ids["top/trashed"] as string]})`;
      return tx`select path, size from list_subtree(${[ids.top, ids.c] as string[]})`;
    });
    expect(rows).toEqual([
      { path: ["c"], size: 3 },
      { path: ["top"], size: null },
      { path: ["top", "a"], size: 2 },
      { path: ["top", "b"], size: null },
      { path: ["top", "b", "x/y"], size: 1 },
    ]);
  });

  it("a subtree and the search have the files' own dates, which do not change with the name", async () => {
    const own = "2019-05-04T10:20:30+00:00";
    const rows = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { top: { dated: 1, other: 1 } });
      await tx`update workspace_files set modified_at = ${own} where name = 'dated'`;
      await tx`update workspace_files set name = 'renamed' where name = 'dated'`;
      return tx`select name, updated_at from list_subtree(${[ids.top as string]})
        union all select name, updated_at from search_files('renamed')`;
    });
    expect(rows.filter((row) => row.name === "renamed")).toEqual(
      Array(2).fill({ name: "renamed", updated_at: own }),
    );
    expect(rows.find((row) => row.name === "other")?.updated_at > own).toBe(true);
  });

  it("a subtree of another user's folder is empty", async () => {
    const rows = await suite.trial(async (tx) => {
      const foreign = await plant(tx, { f: { x: 1 } }, { owner: userIds.stranger });
      await become(tx, "workspace user");
      return tx`select id from list_subtree(${[foreign.f as string]})`;
    });
    expect(rows).toEqual([]);
  });
});

describeDatabase("The items of folders", (suite) => {
  it("the items of folders are counted without those of subfolders, of the trash and of other users", async () => {
    const rows = await suite.trial(async (tx) => {
      const foreign = await plant(tx, { f: { x: 1 } }, { owner: userIds.stranger });
      await become(tx, "workspace user");
      const ids = await plant(tx, {
        many: { deep: { far: 1 }, a: 1, gone: 1 },
        one: { b: 1 },
        empty: {},
      });
      await tx`select trash_files(${[ids["many/gone"] as string]})`;
      const folders = [ids.many, ids.one, ids.empty, foreign.f] as string[];
      return tx`select name, items::int from count_items(${folders})
        join workspace_files on id = folder order by name`;
    });
    expect(rows).toEqual([
      { name: "many", items: 2 },
      { name: "one", items: 1 },
    ]);
  });
});

describeNewestDatabase("The index", (suite) => {
  it("the index of a folder is read in order", async () => {
    const counts = await suite.trial(async (tx) => {
      const { home } = await plant(tx, { home: {} });
      const parents = [null, home as string];
      for (const parent of parents) {
        await tx`insert into workspace_files (user_id, name, storage_object_path, size, parent_id)
          select ${userIds.workspace}, 'file ' || n, ${`${userIds.workspace}/${parent}/`} || n, n % 97, ${parent}
          from generate_series(1, 1000) n`;
      }
      await tx`analyze workspace_files`;
      // Sorting so few rows would be faster, but the test checks that an index can provide the
      // order.
      await tx`set local enable_sort = off`;
      await become(tx, "workspace user");
      const read: number[] = [];
      for (const folder of parents) {
        read.push(
          await rowsRead(tx, "public.workspace_files", async () => {
            expect(await readFolder(tx, folder)).toHaveLength(100);
          }),
        );
      }
      return read;
    });
    for (const count of counts) {
      expect(count).toBeGreaterThanOrEqual(100);
      expect(count).toBeLessThan(110);
    }
  });

  it("drive search uses the index instead of reading every row", async () => {
    const plan = await suite.trial(async (tx) => {
      await tx`insert into workspace_files (user_id, name, is_folder)
        select ${userIds.workspace}, md5(n::text), true from generate_series(1, 5000) n`;
      await tx`select gin_clean_pending_list('workspace_files_search')`;
      await tx`analyze workspace_files`;
      const [row] = await tx.unsafe(`explain (format json)
        select id from (
          select id, name, private.fold_text(name) collate "C" as text
          from public.workspace_files where user_id = '${userIds.workspace}' and trashed_at is null
        ) as files where text like '%abcdef%' order by name, id limit 200`);
      return JSON.stringify(row);
    });
    expect(plan).toContain("workspace_files_search");
  });
});
