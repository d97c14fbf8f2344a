import { expect, it } from "vitest";
import { codeOf, describeDatabase, undone } from "../support/databases/database-suite.ts";
import { plant } from "../support/databases/drive-rows.ts";
import {
  become,
  becomeService,
  becomeSuperuser,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";

interface Opened {
  refusal?: string;
  pass: string | null;
  root: string;
  allowsDownload: boolean;
  next: string | null;
  title: string;
  note: string;
  sorting: string;
  entries: {
    id: string;
    parent: string | null;
    name: string;
    isFolder: boolean;
    hasThumbnail: boolean;
  }[];
}

async function create(tx: Tx, file: string, password: string | null = null, days = 30) {
  const [row] = await tx<{ token: string }[]>`
    select create_share(${file}, ${days}, ${password}) as token`;
  return row?.token as string;
}

/** Opens a link like the edge function, with the secret key. */
async function open(tx: Tx, token: string, password = "", pass = "") {
  await becomeService(tx);
  const [row] = await tx<{ opened: Opened }[]>`
    select open_share(${token}, ${password}, ${pass}) as opened`;
  await become(tx, "workspace user");
  return row?.opened as Opened;
}

async function pathsOf(tx: Tx, token: string, files: string[], pass = "") {
  await becomeService(tx);
  const [row] = await tx<{ found: { id: string }[] | null }[]>`
    select share_paths(${token}, ${pass}, ${files}) as found`;
  await become(tx, "workspace user");
  return row?.found?.map(({ id }) => id) ?? null;
}

/** The paths of the thumbnails of these files. */
async function thumbnailsOf(tx: Tx, token: string, files: string[], pass = "") {
  await becomeService(tx);
  const [row] = await tx<{ found: { path: string; share: string }[] | null }[]>`
    select share_paths(${token}, ${pass}, ${files}, true) as found`;
  await become(tx, "workspace user");
  return row?.found ?? null;
}

/** Whether the storage server serves an object to the holder of a URL signed for a link. */
async function showsPath(tx: Tx, share: string, path: string) {
  await becomeSuperuser(tx);
  const [row] = await tx`select private.shows_path(${share}, ${path}) as shown`;
  await become(tx, "workspace user");
  return row?.shown as boolean;
}

const thumbnailOf = (file: string) => `${userIds.workspace}/root/thumbnail of ${file}`;
const addThumbnails = (tx: Tx, files: string[]) => tx`
  select save_thumbnails(jsonb_agg(jsonb_build_object('id', id, 'content', storage_object_path,
    'thumbnail', ${thumbnailOf("")} || id)))
  from workspace_files where id = any (${files})`;

/** The properties of the only link, as its user sees them. */
async function listed(tx: Tx) {
  const [row] = await tx<{ link: Record<string, string> }[]>`select list_shares() -> 0 as link`;
  return row?.link ?? {};
}

const change = (tx: Tx, link: string | undefined, changes: object) =>
  tx`select change_share(${link ?? null}, ${JSON.stringify(changes)}::text::jsonb)`;

async function countTry(tx: Tx, token: string, address: string) {
  const [row] = await tx<{ wait: number }[]>`select count_share_try(${token}, ${address}) as wait`;
  return row?.wait as number;
}

const namesOf = ({ entries }: Opened) => entries.map(({ name }) => name).sort();
const id = (ids: Record<string, string>, path: string) => ids[path] as string;

describeDatabase("A link", (suite) => {
  it("a link shows a folder with its contents, and nothing else", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, {
        above: { shared: { "a.txt": 1, deep: { "b.txt": 2 } }, "beside.txt": 3 },
        "other.txt": 4,
      });
      const shared = id(ids, "above/shared");
      const token = await create(tx, shared);
      const opened = await open(tx, token);
      expect(namesOf(opened)).toEqual(["a.txt", "b.txt", "deep", "shared"]);
      expect([opened.root, opened.allowsDownload, opened.pass]).toEqual([shared, true, ""]);
      expect(opened.entries.find(({ name }) => name === "shared")?.parent).toBeNull();

      const all = Object.values(ids);
      expect(await pathsOf(tx, token, all)).toEqual(
        expect.arrayContaining([id(ids, "above/shared/a.txt"), id(ids, "above/shared/deep/b.txt")]),
      );
      expect(await pathsOf(tx, token, all)).toHaveLength(2);

      // Files that are moved out of the folder and into it.
      await tx`select move_files(${[id(ids, "above/shared/a.txt")]}, ${id(ids, "above")})`;
      await tx`select move_files(${[id(ids, "other.txt")]}, ${shared})`;
      expect(namesOf(await open(tx, token))).toEqual(["b.txt", "deep", "other.txt", "shared"]);
      expect(await pathsOf(tx, token, [id(ids, "above/shared/a.txt")])).toEqual([]);
      expect(await pathsOf(tx, token, [id(ids, "other.txt")])).toHaveLength(1);
    });
  });

  it("a link shows nothing that is in the trash, itself or with a folder above it", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { a: { b: { "c.txt": 1, "d.txt": 2 } } });
      const [a, b, c, d] = ["a", "a/b", "a/b/c.txt", "a/b/d.txt"].map((path) => id(ids, path));
      const ofFolder = await create(tx, b as string);
      const ofFile = await create(tx, c as string);
      const trash = (file?: string) => tx`select trash_files(${[file as string]})`;
      await undone(tx, async (inner) => {
        await trash(d);
        expect(namesOf(await open(inner, ofFolder))).toEqual(["b", "c.txt"]);
        expect(await pathsOf(inner, ofFolder, [d as string])).toEqual([]);
      });
      for (const trashed of [a, b]) {
        await undone(tx, async (inner) => {
          await inner`select trash_files(${[trashed as string]})`;
          expect((await open(inner, ofFolder)).refusal).toBe("unknown");
          expect((await open(inner, ofFile)).refusal).toBe("unknown");
          expect(await pathsOf(inner, ofFile, [c as string])).toBeNull();
          // Once restored, the file is shown again.
          await inner`select restore_files(${[trashed as string]})`;
          expect(namesOf(await open(inner, ofFile))).toEqual(["c.txt"]);
        });
      }
      // A row in a state that no function creates: only its folder is marked as trashed.
      await becomeSuperuser(tx);
      await tx`update workspace_files set trashed_at = now() where id = ${b as string}`;
      expect((await open(tx, ofFile)).refusal).toBe("unknown");
    });
  });

  it("a link is unknown once it has expired, was revoked, or its file was deleted", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { "a.txt": 1 });
      const file = id(ids, "a.txt");
      const token = await create(tx, file, null, 1);
      expect(token).toMatch(/^[\w-]{22}$/);
      expect((await open(tx, token)).refusal).toBeUndefined();
      const states: ((inner: Tx) => PromiseLike<unknown>)[] = [
        async (inner) => {
          await becomeSuperuser(inner);
          await inner`update private.share_links set expires_at = now()`;
        },
        (inner) => inner`select revoke_share((list_shares() -> 0 ->> 'id')::uuid)`,
        (inner) => inner`select delete_files(${[file]})`,
      ];
      for (const end of states) {
        await undone(tx, async (inner) => {
          await end(inner);
          expect(await open(inner, token)).toEqual({ refusal: "unknown" });
          expect(await pathsOf(inner, token, [file])).toBeNull();
        });
      }
      expect(await open(tx, `${token}x`)).toEqual({ refusal: "unknown" });
    });
  });

  it("a link with a password opens with the password, or with its returned pass, for 12 hours", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { "a.txt": 1 });
      const file = id(ids, "a.txt");
      // bcrypt alone would ignore everything after 72 bytes.
      const password = `${"p".repeat(80)}1`;
      const token = await create(tx, file, password);
      const other = await create(tx, file, password);
      expect((await open(tx, token)).refusal).toBe("password");
      expect((await open(tx, token, `${"p".repeat(80)}2`)).refusal).toBe("wrong-password");
      const { pass } = await open(tx, token, password);
      expect((await open(tx, token, "", pass ?? "")).refusal).toBeUndefined();
      expect(await pathsOf(tx, token, [file], pass ?? "")).toEqual([file]);
      const [ends = "", digest = ""] = (pass ?? "").split(".");
      for (const forged of [
        "",
        "x",
        ".",
        `${Number(ends) + 60}.${digest}`,
        `${Number(ends) - 13 * 3600}.${digest}`,
        `999999999999999999999.${digest}`,
        // Digits of other scripts match \d, but no cast accepts them.
        `٩٩.${digest}`,
        `${"９".repeat(10)}.${digest}`,
        `1.1.${digest}`,
        `-1.${digest}`,
      ]) {
        expect(await pathsOf(tx, token, [file], forged), forged).toBeNull();
      }
      expect(await pathsOf(tx, other, [file], pass ?? "")).toBeNull();
    });
  });

  it("a link counts the tries of its password by address, by network and by everyone", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { "a.txt": 1 });
      const token = await create(tx, id(ids, "a.txt"), "long enough");
      const other = await create(tx, id(ids, "a.txt"), "long enough");
      await becomeService(tx);
      const waits: number[] = [];
      for (let at = 0; at < 11; at++) waits.push(await countTry(tx, token, "192.0.2.1"));
      expect(waits.slice(0, 10)).toEqual(Array(10).fill(0));
      expect(waits[10]).toBeGreaterThan(890);
      expect(await countTry(tx, other, "192.0.2.1")).toBe(0);
      // A machine that uses a whole /48 of addresses.
      const ofSite: number[] = [];
      for (let at = 0; at < 40; at++) {
        ofSite.push(await countTry(tx, token, `2001:db8:1:${at.toString(16)}::1`));
      }
      expect(ofSite.filter((wait) => wait === 0)).toHaveLength(30);
      let accepted = 40;
      for (let at = 0; at < 100; at++) {
        if ((await countTry(tx, token, `198.51.100.${at}`)) === 0) accepted += 1;
      }
      expect(accepted).toBe(100);
      expect(await countTry(tx, "unknown", "192.0.2.1")).toBe(0);
    });
  });

  it("a link shows more than 1000 entries in pages, each entry once, while entries are added and deleted", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { shared: { inner: {} }, "beside.txt": 1 });
      await tx`
        insert into workspace_files (user_id, name, parent_id, storage_object_path, size)
        select user_id, 'file ' || number, id, user_id || '/x/' || gen_random_uuid(), 1
        from workspace_files cross join generate_series(1, 1100) as number
        where name in ('shared', 'inner')`;
      const token = await create(tx, id(ids, "shared"));
      const page = async (after: string | null) => {
        await becomeService(tx);
        const [row] = await tx<{ opened: Opened }[]>`
          select open_share(${token}, '', '', ${after}) as opened`;
        await become(tx, "workspace user");
        return row?.opened as Opened;
      };
      const first = await page(null);
      expect(first.entries.map((entry) => entry.id)).toContain(id(ids, "shared"));
      expect(first.entries).toHaveLength(1000);
      // The entry after which the next page begins.
      await tx`select delete_files(${[first.next as string]})`;
      const second = await page(first.next);
      const third = await page(second.next);
      expect([second.entries.length, third.entries.length, third.next]).toEqual([1000, 202, null]);
      const all = [first, second, third].flatMap(({ entries }) => entries.map((entry) => entry.id));
      expect(new Set(all).size).toBe(2202);
    });
  });

  it("a link is opened at most 600 times in 15 minutes by one address, without affecting other addresses", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { "a.txt": 1 });
      const token = await create(tx, id(ids, "a.txt"));
      await becomeService(tx);
      const [counted] = await tx<{ waits: number[] }[]>`
        select array_agg(coalesce((open_share(${token}, '', '', null, '192.0.2.1') ->> 'wait')::int, 0)) as waits
        from generate_series(1, 601)`;
      const { waits = [] } = counted ?? {};
      expect(waits.slice(0, 600)).toEqual(Array(600).fill(0));
      expect(waits[600]).toBeGreaterThan(890);
      for (const address of ["192.0.2.2", "2001:db8::1"]) {
        const [row] = await tx`select open_share(${token}, '', '', null, ${address}) as opened`;
        expect(row?.opened.refusal).toBeUndefined();
      }
      // Attempts with an unknown token are not counted.
      const [unknown] = await tx`select open_share('x', '', '', null, '192.0.2.1') as opened`;
      expect(unknown?.opened).toEqual({ refusal: "unknown" });
    });
  });

  it("a link is listed for its user with its last use, without its secrets", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { folder: { "a.txt": 1 } });
      const token = await create(tx, id(ids, "folder"), "long enough");
      const list = async () => (await tx`select list_shares() as links`)[0]?.links as object[];
      expect(await list()).toEqual([
        expect.objectContaining({ name: "folder", hasPassword: true, lastUsedAt: null }),
      ]);
      await open(tx, token, "wrong password");
      expect(await list()).toEqual([expect.objectContaining({ lastUsedAt: null })]);
      await open(tx, token, "long enough");
      expect(await list()).toEqual([
        expect.objectContaining({ lastUsedAt: expect.stringMatching(/^\d{4}-/) }),
      ]);
      const text = JSON.stringify(await list());
      await becomeSuperuser(tx);
      const [stored] = await tx`select token_hash, password_hash from private.share_links`;
      for (const secret of [token, stored?.token_hash, stored?.password_hash]) {
        expect(text).not.toContain(secret);
      }
      expect(JSON.stringify(stored)).not.toContain(token);
    });
  });

  it("a link shows the thumbnails of its files, and no other thumbnail, version or file in the trash", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, {
        shared: { "a.jpg": 1, "b.jpg": 2, "gone.jpg": 3 },
        "private.jpg": 4,
      });
      const all = Object.keys(ids).map((path) => id(ids, path));
      const [a, b, gone, outside] = [
        ...["shared/a.jpg", "shared/b.jpg", "shared/gone.jpg", "private.jpg"],
      ].map((path) => id(ids, path)) as [string, string, string, string];
      await addThumbnails(tx, [a, gone, outside]);
      await tx`select trash_files(${[gone]})`;
      const token = await create(tx, id(ids, "shared"));
      const marked = (await open(tx, token)).entries.filter(({ hasThumbnail }) => hasThumbnail);
      expect(marked.map(({ name }) => name)).toEqual(["a.jpg"]);
      const found = await thumbnailsOf(tx, token, all);
      expect(found?.map(({ path }) => path)).toEqual([thumbnailOf(a)]);
      const share = found?.[0]?.share as string;
      const shown = (path: string) => showsPath(tx, share, path);
      expect(await shown(thumbnailOf(a))).toBe(true);
      expect(await shown(thumbnailOf(gone))).toBe(false);
      expect(await shown(thumbnailOf(outside))).toBe(false);
      expect(await shown(thumbnailOf(b))).toBe(false);

      // A replaced content becomes a version, and its thumbnail belongs to no file.
      const [before] =
        await tx`select storage_object_path as path from workspace_files where id = ${a}`;
      await tx`update workspace_files set storage_object_path = user_id || '/root/new' where id = ${a}`;
      expect(await tx`select from file_versions where file_id = ${a}`).toHaveLength(1);
      expect(await thumbnailsOf(tx, token, all)).toEqual([]);
      expect(await shown(thumbnailOf(a))).toBe(false);
      expect(await shown(before?.path)).toBe(false);

      await addThumbnails(tx, [b]);
      expect(await shown(thumbnailOf(b))).toBe(true);
      await undone(tx, async (inner) => {
        await change(inner, (await listed(inner)).id, { password: "a good password" });
        expect(await thumbnailsOf(inner, token, [b])).toBeNull();
        expect(await showsPath(inner, share, thumbnailOf(b))).toBe(false);
        const { pass } = await open(inner, token, "a good password");
        expect(await thumbnailsOf(inner, token, [b], pass ?? "")).toHaveLength(1);
      });
      const ends: ((inner: Tx) => PromiseLike<unknown>)[] = [
        async (inner) => {
          await becomeSuperuser(inner);
          await inner`update private.share_links set expires_at = now()`;
        },
        async (inner) => inner`select revoke_share(${(await listed(inner)).id as string})`,
        async (inner) => inner`select renew_share(${(await listed(inner)).id as string})`,
        (inner) => inner`select trash_files(${[id(ids, "shared")]})`,
      ];
      for (const end of ends) {
        await undone(tx, async (inner) => {
          await end(inner);
          expect(await thumbnailsOf(inner, token, [b])).toBeNull();
          expect(await showsPath(inner, share, thumbnailOf(b))).toBe(false);
        });
      }
      // A link that receives files into the same folder shows none of them.
      const [inbox] =
        await tx`select create_share(${id(ids, "shared")}, max_files => 1, max_bytes => 9) as token`;
      expect(await thumbnailsOf(tx, inbox?.token, [b])).toBeNull();
    });
  });

  it("a link is refused for foreign files, a short password, or too long a validity", async () => {
    const codes = await suite.trial(async (tx) => {
      const foreign = await plant(
        tx,
        { "x.txt": 1 },
        { owner: "00000000-0000-4000-8000-00000000000c" },
      );
      await become(tx, "workspace user");
      const ids = await plant(tx, { "a.txt": 1, "trashed.txt": 1 });
      await tx`select trash_files(${[id(ids, "trashed.txt")]})`;
      const file = id(ids, "a.txt");
      const tried: [string, string | null, number][] = [
        [id(foreign, "x.txt"), null, 30],
        [id(ids, "trashed.txt"), null, 30],
        [file, "1234567", 30],
        [file, "x".repeat(201), 30],
        [file, null, 0],
        [file, null, 366],
        [file, "12345678", 365],
      ];
      const found: (string | null)[] = [];
      for (const one of tried) found.push(await codeOf(tx, (inner) => create(inner, ...one)));
      return found;
    });
    expect(codes).toEqual(["PT404", "PT404", "22023", "22023", "22023", "22023", null]);
  });
});

describeDatabase("A link that is changed", (suite) => {
  it("a link keeps its address when its validity, password, download and texts change", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { folder: { "a.txt": 1 } });
      const token = await create(tx, id(ids, "folder"), "a good password", 1);
      const { id: link, expiresAt } = await listed(tx);
      expect(await listed(tx)).toMatchObject({ label: "", title: "", note: "", sorting: "name" });
      await change(tx, link, {
        ...{ days: 90, password: null, allowsDownload: false },
        ...{ label: "for Ana", title: "Our trip", note: "Two\nlines", sorting: "-updated_at" },
      });
      const after = await listed(tx);
      expect(after).toMatchObject({ label: "for Ana", hasPassword: false, allowsDownload: false });
      expect(Date.parse(after.expiresAt ?? "") - Date.parse(expiresAt ?? "")).toBe(89 * 86_400_000);
      const opened = await open(tx, token);
      expect(opened).toMatchObject({
        ...{ title: "Our trip", note: "Two\nlines", sorting: "-updated_at" },
        allowsDownload: false,
      });
      // The label is for the user only.
      expect(JSON.stringify(opened)).not.toContain("Ana");
      // What is not named stays.
      await change(tx, link, { password: "another password" });
      expect(await listed(tx)).toEqual({
        ...after,
        hasPassword: true,
        lastUsedAt: expect.anything(),
      });
      expect((await open(tx, token, "another password")).title).toBe("Our trip");

      // A link that has expired opens again with a new validity.
      await becomeSuperuser(tx);
      await tx`update private.share_links set expires_at = now() - interval '1 day'`;
      await become(tx, "workspace user");
      expect((await open(tx, token, "another password")).refusal).toBe("unknown");
      await change(tx, link, { days: 1 });
      expect((await open(tx, token, "another password")).title).toBe("Our trip");
    });
  });

  it("a link gets another address, and the earlier one ends", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { "a.txt": 1 });
      const first = await create(tx, id(ids, "a.txt"));
      const before = await listed(tx);
      const [row] = await tx`select renew_share(${before.id as string}) as token`;
      expect(row?.token).toMatch(/^[\w-]{22}$/);
      expect(row?.token).not.toBe(first);
      expect((await open(tx, first)).refusal).toBe("unknown");
      expect(namesOf(await open(tx, row?.token))).toEqual(["a.txt"]);
      expect(await listed(tx)).toEqual({ ...before, lastUsedAt: expect.anything() });
    });
  });

  it("a link is changed by its user only, within the limits of new links", async () => {
    const codes = await suite.trial(async (tx) => {
      await become(tx, "workspace user");
      const ids = await plant(tx, { "a.txt": 1 });
      await create(tx, id(ids, "a.txt"));
      const { id: link } = await listed(tx);
      const unknown = "00000000-0000-4000-8000-00000000000f";
      const found: (string | null)[] = [];
      for (const changes of [
        ...[{ days: 0 }, { days: 366 }, { days: null }, { password: "1234567" }],
        ...[{ label: "x".repeat(101) }, { title: "x".repeat(201) }, { note: "x".repeat(2001) }],
        { sorting: "id" },
        { label: "x".repeat(100), days: 365 },
      ]) {
        found.push(await codeOf(tx, (inner) => change(inner, link, changes)));
      }
      found.push(await codeOf(tx, (inner) => change(inner, unknown, {})));
      found.push(await codeOf(tx, (inner) => inner`select renew_share(${unknown})`));
      await becomeSuperuser(tx);
      await tx`update private.share_links set user_id = '00000000-0000-4000-8000-00000000000c',
        file_id = ${id(await plant(tx, { x: 1 }, { owner: "00000000-0000-4000-8000-00000000000c" }), "x")}`;
      await become(tx, "workspace user");
      found.push(await codeOf(tx, (inner) => change(inner, link, { days: 1 })));
      found.push(await codeOf(tx, (inner) => inner`select renew_share(${link as string})`));
      return found;
    });
    expect(codes).toEqual([
      ...["22023", "22023", "22023", "22023"],
      ...["23514", "23514", "23514", "23514", null],
      ...["PT404", "PT404", "PT404", "PT404"],
    ]);
  });

  it("a link of version 2.0.0 opens, without texts and in the order of names", async () => {
    await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { folder: { "a.txt": 1 } });
      await becomeSuperuser(tx);
      await tx`insert into private.share_links (user_id, file_id, token_hash, expires_at)
        select user_id, id, private.hash_token('a token of 2.0.0'), now() + interval '1 day'
        from workspace_files where id = ${id(ids, "folder")}`;
      const opened = await open(tx, "a token of 2.0.0");
      expect(opened).toMatchObject({ title: "", note: "", sorting: "name" });
      expect(namesOf(opened)).toEqual(["a.txt", "folder"]);
    });
  });
});
