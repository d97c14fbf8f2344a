import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate, undone } from "../support/databases/database-suite.ts";
import { addFile, paths, plant } from "../support/databases/drive-rows.ts";
import {
  become,
  becomeService,
  becomeSuperuser,
  type Tx,
  userIds,
} from "../support/databases/personas.ts";

interface Sender {
  tx: Tx;
  token: string;
  folder: string;
}

/** Runs as the secret key, with a link that receives files into a new folder. */
async function receive<T>(
  tx: Tx,
  limits: { files: number; bytes: number },
  work: (sender: Sender) => Promise<T>,
): Promise<T> {
  const ids = await plant(tx, { Inbox: { "a.txt": 1 } });
  const folder = ids.Inbox as string;
  const [row] = await tx<{ token: string }[]>`
    select create_share(${folder}, max_files => ${limits.files}, max_bytes => ${limits.bytes}) as token`;
  await becomeService(tx);
  return work({ tx, token: row?.token as string, folder });
}

interface Reserved {
  paths?: string[];
  problem?: string;
  refusal?: string;
}

async function reserve({ tx, token }: Sender, files: { name: string; size: number }[]) {
  const [row] = await tx<{ reserved: Reserved }[]>`
    select reserve_received(${token}, '', ${tx.json(files)}) as reserved`;
  return row?.reserved as Reserved;
}

const sized = (...sizes: number[]) => sizes.map((size) => ({ name: "a.txt", size }));

async function store(tx: Tx, path: string, size: number, asked = size) {
  await become(tx, "anonymous");
  const code = await codeOf(
    tx,
    (inner) => inner`insert into storage.objects (bucket_id, name, metadata)
      values ('workspace-files', ${path}, ${inner.json({ size, contentLength: asked })})`,
  );
  await becomeService(tx);
  return code;
}

async function setQuota(tx: Tx, bytes: number) {
  await tx`select set_config('foyer.drive_quota', ${`${bytes} bytes`}, true)`;
}

async function finish({ tx, token }: Sender, path: string): Promise<string> {
  const [row] = await tx<{ finished: { state?: string; refusal?: string } }[]>`
    select finish_received(${token}, '', ${path}, 'text/plain') as finished`;
  return row?.finished.state ?? row?.finished.refusal ?? "";
}

const inbox = async ({ tx, token }: Sender) =>
  (await tx`select open_inbox(${token}, '', '') as opened`)[0]?.opened;

describeDatabase("A link that receives files", (suite) => {
  it("a link that receives files states its remaining limits, and refuses more files or one byte more", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 3, bytes: 100 }, async (sender) => {
        expect(await inbox(sender)).toMatchObject({
          maxFiles: 3,
          maxBytes: 100,
          filesLeft: 3,
          bytesLeft: 100,
        });
        expect(await reserve(sender, sized(60, 41))).toEqual({ problem: "bytes" });
        expect(await reserve(sender, sized(1, 1, 1, 1))).toEqual({ problem: "files" });
        expect((await reserve(sender, sized(60))).paths).toHaveLength(1);
        expect(await reserve(sender, sized(41))).toEqual({ problem: "bytes" });
        expect((await reserve(sender, sized(40, 0))).paths).toHaveLength(2);
        expect(await reserve(sender, sized(0))).toEqual({ problem: "files" });
        expect(await inbox(sender)).toMatchObject({ filesLeft: 0, bytesLeft: 0 });
      }),
    );
  });

  it("a link that receives files drops uploads that have not begun after 10 minutes, and counts stored and running ones", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 3, bytes: 100 }, async (sender) => {
        const { tx } = sender;
        const pass = async (time: string) => {
          await becomeSuperuser(tx);
          await tx`update private.pending_blobs set due_at = due_at - ${time}::interval`;
          await becomeService(tx);
        };
        const wanted = await reserve(sender, sized(50, 30, 20));
        const [unbegun = "", stored = "", sending = ""] = wanted.paths ?? [];
        expect(await store(tx, stored, 30)).toBeNull();
        await pass("9 minutes");
        expect(await reserve(sender, sized(1))).toEqual({ problem: "files" });
        // The sender asks to finish the file while its bytes are still arriving.
        expect(await finish(sender, sending)).toBe("incomplete");
        await pass("2 minutes");
        expect(await store(tx, unbegun, 50)).toBe(sqlstate.denied);
        expect(await finish(sender, unbegun)).toBe("gone");
        expect(await inbox(sender)).toMatchObject({ filesLeft: 1, bytesLeft: 50 });
        expect((await reserve(sender, sized(50))).paths).toHaveLength(1);
        expect(await reserve(sender, sized(0))).toEqual({ problem: "files" });
        expect(await store(tx, sending, 20)).toBeNull();
        expect(await finish(sender, sending)).toBe("finished");
        await pass("1 day");
        // Bytes that were never added as a file are deleted once they are due.
        expect(await finish(sender, stored)).toBe("gone");
        expect(await inbox(sender)).toMatchObject({ filesLeft: 1, bytesLeft: 50 });
        await becomeSuperuser(tx);
        await tx`delete from workspace_files where storage_object_path = ${sending}`;
        await tx`delete from storage.objects where name = ${stored}`;
        await becomeService(tx);
        expect(await inbox(sender)).toMatchObject({ filesLeft: 2, bytesLeft: 80 });
        // An aborted upload leaves nothing behind.
        await reserve(sender, sized(1));
        await becomeSuperuser(tx);
        const [rows] = await tx`select
          (select count(*)::int from private.received_files) as received,
          (select count(*)::int from private.pending_blobs where path = ${unbegun}) as pending`;
        expect(rows).toEqual({ received: 2, pending: 0 });
      }),
    );
  });

  it("a link that receives files reserves at most three quarters of the free space, and does not reveal the amount", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 20, bytes: 2 ** 50 }, async (sender) => {
        const { tx } = sender;
        const [usage] = await tx`select private.drive_file_limit()::float8 as file_limit`;
        expect(await reserve(sender, sized(usage?.file_limit + 1))).toEqual({
          problem: "file-limit",
        });
        // The drive has a file of one byte.
        await setQuota(tx, 1001);
        expect(await reserve(sender, sized(751))).toEqual({ problem: "space" });
        expect((await reserve(sender, sized(500))).paths).toHaveLength(1);
        // The limit applies to all links together.
        await become(tx, "workspace user");
        const [folder] = await tx<{ id: string }[]>`
          insert into workspace_files (user_id, name, is_folder)
          values (${userIds.workspace}, 'other', true) returning id`;
        const [other] = await tx<{ token: string }[]>`
          select create_share(${folder?.id as string}, max_files => 9, max_bytes => 9999) as token`;
        await becomeService(tx);
        const second = { ...sender, token: other?.token as string };
        expect(await reserve(second, sized(251))).toEqual({ problem: "space" });
        expect((await reserve(second, sized(250))).paths).toHaveLength(1);
        expect(await reserve(sender, sized(1))).toEqual({ problem: "space" });
      }),
    );
  });

  it("a link that receives files takes nothing from the user until bytes have arrived", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 5, bytes: 1000 }, async (sender) => {
        const { tx } = sender;
        await setQuota(tx, 1001);
        const [path = ""] = (await reserve(sender, sized(750))).paths ?? [];
        await become(tx, "workspace user");
        const used = async () => Number((await tx`select used from drive_usage()`)[0]?.used);
        expect(await used()).toBe(1);
        await undone(tx, async (inner) => {
          await inner`select reserve_upload('mine', 1000)`;
          // Later senders are refused, and their bytes are deleted.
          await store(inner, path, 750);
          expect(await finish({ ...sender, tx: inner }, path)).toBe("space");
        });
        await store(tx, path, 750);
        await become(tx, "workspace user");
        expect(await used()).toBe(751);
        expect(await codeOf(tx, (inner) => inner`select reserve_upload('mine', 251)`)).toBe(
          "PT413",
        );
        await becomeService(tx);
        expect(await finish(sender, path)).toBe("finished");
      }),
    );
  });

  it("a link that receives files has the oldest versions released for the bytes that have arrived, and no more", async () => {
    await suite.as("workspace user", async (outer) => {
      const pathOf = (n: number) => `${userIds.workspace}/root/${n}`;
      await addFile(outer, pathOf(0), 10);
      for (const n of [1, 2, 3]) {
        await outer`update workspace_files set storage_object_path = ${pathOf(n)}
          where storage_object_path = ${pathOf(n - 1)}`;
      }
      await receive(outer, { files: 5, bytes: 20 }, async (sender) => {
        const { tx, token } = sender;
        await becomeSuperuser(tx);
        for (const n of [0, 1, 2, 3]) {
          await tx`insert into storage.objects (bucket_id, name, metadata)
            values ('workspace-files', ${pathOf(n)}, '{"size": 10}')`;
        }
        // 5 bytes are free, and versions take 30.
        await setQuota(tx, 46);
        const versions = async () => {
          await becomeSuperuser(tx);
          const [row] = await tx`select count(*)::int as count from file_versions`;
          await becomeService(tx);
          return row?.count as number;
        };
        const [path = ""] = (await reserve(sender, sized(20))).paths ?? [];
        expect(await finish(sender, path)).toBe("incomplete");
        expect(await versions()).toBe(3);
        await store(tx, path, 20);
        const finishing = async () =>
          (await tx`select finish_received(${token}, '', ${path}, '') as finished`)[0]?.finished;
        const space = { state: "space", due: [pathOf(0), pathOf(1)] };
        expect(await finishing()).toEqual(space);
        // The files are requested again before their bytes are deleted.
        expect(await finishing()).toEqual(space);
        expect(await versions()).toBe(1);
        await becomeSuperuser(tx);
        await tx`delete from storage.objects where name in (${pathOf(0)}, ${pathOf(1)})`;
        await becomeService(tx);
        expect(await finishing()).toEqual({ state: "finished" });
        expect(await versions()).toBe(1);
      });
    });
  });

  it("a link that receives files accepts an object only at its reserved path and size, while the link is open", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 5, bytes: 100 }, async (sender) => {
        const { tx, folder } = sender;
        const [path = ""] = (await reserve(sender, sized(10))).paths ?? [];
        expect(path).toMatch(
          new RegExp(`^${userIds.workspace}/${folder}/\\d{13}-[0-9a-f]{32}-a\\.txt$`),
        );
        for (const [place, asked] of [
          [path, 9],
          [path, 11],
          [`${path}x`, 10],
          [`${userIds.workspace}/${folder}/1-a.txt`, 10],
        ] as const) {
          expect(await store(tx, place, asked)).toBe(sqlstate.denied);
        }
        await become(tx, "anonymous");
        const unsized = await codeOf(
          tx,
          (inner) =>
            inner`insert into storage.objects (bucket_id, name) values ('workspace-files', ${path})`,
        );
        expect(unsized).toBe(sqlstate.denied);
        const ends: ((inner: Tx) => PromiseLike<unknown>)[] = [
          (inner) => inner`delete from private.share_links`,
          (inner) => inner`update private.share_links set expires_at = now()`,
          (inner) => inner`update workspace_files set trashed_at = now() where id = ${folder}`,
          (inner) => inner`update private.pending_blobs set due_at = now()`,
        ];
        for (const end of ends) {
          await undone(tx, async (inner) => {
            await becomeSuperuser(inner);
            await end(inner);
            expect(await store(inner, path, 10)).toBe(sqlstate.denied);
          });
        }
        await becomeService(tx);
        expect(await store(tx, path, 10)).toBeNull();
        // A finished file is not added twice.
        expect(await finish(sender, path)).toBe("finished");
        await becomeSuperuser(tx);
        await tx`delete from storage.objects where name = ${path}`;
        expect(await store(tx, path, 10)).toBe(sqlstate.denied);
      }),
    );
  });

  it("a link that receives files adds a complete file once, numbered if its name is taken", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 9, bytes: 100 }, async (sender) => {
        const { tx } = sender;
        const names = ["a.txt", "a.txt", "..", "pho\u202etxt.exe", "x\ny/z", "🎉.png"];
        const wanted = names.map((name) => ({ name, size: 1 }));
        const reserved = (await reserve(sender, wanted)).paths ?? [];
        expect(await finish(sender, reserved[0] as string)).toBe("incomplete");
        for (const path of reserved) {
          expect(await store(tx, path, 1)).toBeNull();
          expect(await finish(sender, path)).toBe("finished");
          expect(await finish(sender, path)).toBe("finished");
        }
        expect(await finish(sender, "unknown")).toBe("gone");
        await become(tx, "workspace user");
        expect(await paths(tx)).toEqual([
          "Inbox",
          "Inbox/_",
          "Inbox/a (1).txt",
          "Inbox/a (2).txt",
          "Inbox/a.txt",
          "Inbox/pho_txt.exe",
          "Inbox/x_y_z",
          "Inbox/🎉.png",
        ]);
        const [used] = await tx`select used from drive_usage()`;
        expect(Number(used?.used)).toBe(7);
      }),
    );
  });

  it("a link that receives files shows nothing, and a link that shows files receives none", async () => {
    await suite.as("workspace user", async (outer) => {
      await receive(outer, { files: 1, bytes: 1 }, async ({ tx, token, folder }) => {
        const [asShare] = await tx`select open_share(${token}, '', '') as opened`;
        expect(asShare?.opened).toEqual({ refusal: "unknown" });
        const [found] = await tx`select share_paths(${token}, '', ${[folder]}) as found`;
        expect(found?.found).toBeNull();
        await become(tx, "workspace user");
        const [other] = await tx<{ token: string }[]>`select create_share(${folder}) as token`;
        await becomeService(tx);
        const shows = { tx, token: other?.token as string, folder };
        expect(await inbox(shows)).toEqual({ refusal: "unknown" });
        expect(await reserve(shows, sized(1))).toEqual({ refusal: "unknown" });
        expect(await finish(shows, "x")).toBe("unknown");
      });
    });
  });

  it("a link that receives files is made for folders only, with both limits", async () => {
    const codes = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { "a.txt": 1, folder: {} });
      const found: (string | null)[] = [];
      for (const [file, most, bytes] of [
        [ids["a.txt"], 1, 1],
        [ids.folder, 1, null],
        [ids.folder, null, 1],
        [ids.folder, 0, 1],
        [ids.folder, 1001, 1],
        [ids.folder, 1, 0],
        [ids.folder, 1000, 1],
      ] as const) {
        const make = (inner: Tx) =>
          inner`select create_share(${file as string}, max_files => ${most}, max_bytes => ${bytes})`;
        found.push(await codeOf(tx, make));
      }
      return found;
    });
    const { check } = sqlstate;
    expect(codes).toEqual(["PT404", check, check, check, check, check, null]);
  });

  it("a link that receives files shows received files to the workspace user until they were seen", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 5, bytes: 100 }, async (sender) => {
        const { tx, folder } = sender;
        for (const path of (await reserve(sender, sized(1, 1, 1))).paths?.slice(0, 2) ?? []) {
          await store(tx, path, 1);
          await finish(sender, path);
        }
        await become(tx, "workspace user");
        const list = async () => (await tx`select list_received() as received`)[0]?.received;
        expect(await list()).toEqual([{ folderId: folder, name: "Inbox", files: 2 }]);
        await tx`select see_received()`;
        expect(await list()).toEqual([]);
      }),
    );
  });

  it("a link that receives files gives a reserved path to one upload at a time", async () => {
    await suite.as("workspace user", (outer) =>
      receive(outer, { files: 5, bytes: 100 }, async (sender) => {
        const { tx } = sender;
        const [path = ""] = (await reserve(sender, sized(10))).paths ?? [];
        await becomeSuperuser(tx);
        const [one, other] = [
          "40000000-0000-4000-8000-000000000001",
          "40000000-0000-4000-8000-000000000002",
        ];
        const hold = (inner: Tx, upload: string) =>
          inner<{ ended: string[] }[]>`
            select private.hold_received(${upload}, ${path}, 10, interval '5 minutes') as ended`;
        expect((await hold(tx, one))[0]?.ended).toEqual([]);
        expect((await hold(tx, one))[0]?.ended).toEqual([]);
        expect(await codeOf(tx, (inner) => hold(inner, other))).toBe("PT409");
        await tx`update private.incoming_uploads set expires_at = now()`;
        expect((await hold(tx, other))[0]?.ended).toEqual([one]);
        expect(await codeOf(tx, (inner) => hold(inner, one))).toBe("PT409");
      }),
    );
  });
});
