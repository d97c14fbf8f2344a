import { expect, it } from "vitest";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { addFile, plant, reserve, usage } from "../support/databases/drive-rows.ts";
import { become, becomeSuperuser, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;
const pathOf = (name: string) => `${user_id}/root/${name}`;

const due = async (tx: Tx) =>
  (await tx<{ path: string }[]>`select list_due_blobs() as path`).map((row) => row.path);
/** The replaced contents, latest first. */
const versions = async (tx: Tx) =>
  (
    await tx<{ path: string }[]>`
      select storage_object_path as path from file_versions order by replaced_at desc`
  ).map((row) => row.path);
const replace = (tx: Tx, name: string, size = 1) =>
  tx`update workspace_files set storage_object_path = ${pathOf(name)}, size = ${size}`;
const release = async (tx: Tx, needed: number) =>
  (await tx`select release_versions(${needed}) as count`)[0]?.count;

/** A file that had the contents `0` to `last` in turn, of 10 bytes each. */
async function replaced(tx: Tx, last: number): Promise<string> {
  const [file] = await addFile(tx, pathOf("0"), 10);
  for (let name = 1; name <= last; name += 1) await replace(tx, String(name), 10);
  return file?.id as string;
}

describeDatabase("Versions of a file", (suite) => {
  it("versions of a file are its replaced contents with their type, size and dates", async () => {
    const rows = await suite.as("workspace user", async (tx) => {
      await addFile(tx, pathOf("old"), 10);
      await tx`update workspace_files set mimetype = 'text/plain', name = 'first',
        modified_at = '2019-05-04 10:20:30Z'`;
      const [before] = await tx`select updated_at from workspace_files`;
      await tx`update workspace_files set storage_object_path = ${pathOf("new")},
        mimetype = 'image/png', size = 3, modified_at = null`;
      const [version] = await tx`select * from file_versions`;
      return { version, time: before?.updated_at, due: await due(tx) };
    });
    expect(rows.version).toMatchObject({
      storage_object_path: pathOf("old"),
      mimetype: "text/plain",
      size: 10,
      created_at: rows.time,
      modified_at: "2019-05-04T10:20:30+00:00",
    });
    expect(rows.due).toEqual([]);
  });

  it("versions of a file are the last 20; older ones become due", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await replaced(tx, 22);
      return { versions: await versions(tx), due: await due(tx) };
    });
    const kept = Array.from({ length: 20 }, (_, index) => pathOf(String(21 - index)));
    expect(result).toEqual({ versions: kept, due: [pathOf("0"), pathOf("1")] });
  });

  it("versions of a file are kept for 30 days", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await replaced(tx, 2);
      await becomeSuperuser(tx);
      await tx`update file_versions set replaced_at = now() - interval '30 days 1 minute'
        where storage_object_path = ${pathOf("0")}`;
      await tx`update file_versions set replaced_at = now() - interval '29 days 23 hours'
        where storage_object_path = ${pathOf("1")}`;
      await become(tx, "workspace user");
      return { due: await due(tx), versions: await versions(tx) };
    });
    expect(result).toEqual({ due: [pathOf("0")], versions: [pathOf("1")] });
  });

  it("an earlier version of a file becomes its content again with its path, in exchange for the current content", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await replaced(tx, 2);
      await replace(tx, "0", 10);
      return { versions: await versions(tx), due: await due(tx), used: (await usage(tx))?.used };
    });
    expect(result).toEqual({ versions: [pathOf("2"), pathOf("1")], due: [], used: 30 });
  });

  it("versions of a file stay while their file is in the trash, and are deleted with it or with a folder above it", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const ids = await plant(tx, { folder: { x: 1 } });
      await tx`update workspace_files set storage_object_path = ${pathOf("new")} where not is_folder`;
      await tx`select trash_files(${[ids.folder as string]})`;
      const trashed = (await versions(tx)).length;
      await tx`select delete_files(${[ids.folder as string]})`;
      return { trashed, left: await versions(tx), due: (await due(tx)).length };
    });
    expect(result).toEqual({ trashed: 1, left: [], due: 2 });
  });

  it("versions of a file count as used space, and the oldest are released when that frees enough space", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      await replaced(tx, 3);
      await tx`select set_config('foyer.drive_quota', '45 bytes', true)`;
      const used = (await usage(tx))?.used;
      const counts = [await release(tx, 5), await release(tx, 36), await release(tx, 16)];
      const left = await versions(tx);
      const again = await codeOf(tx, (inner) => reserve(inner, "x", 16));
      return { used, counts, left, again, due: await due(tx) };
    });
    expect(result).toEqual({
      used: 40,
      counts: [0, 0, 2],
      left: [pathOf("2")],
      // This test stores no bytes; stored bytes would count until they are deleted.
      again: null,
      due: [pathOf("0"), pathOf("1")],
    });
  });

  it("versions of a file are no orphans, however old their bytes are", async () => {
    const left = await suite.as("workspace user", async (tx) => {
      await replaced(tx, 1);
      await becomeSuperuser(tx);
      for (const name of ["0", "1", "thumbnail", "orphan"]) {
        await tx`insert into storage.objects (bucket_id, name, created_at)
          values ('workspace-files', ${pathOf(name)}, now() - interval '2 days')`;
      }
      await tx`update workspace_files set thumbnail_path = ${pathOf("thumbnail")}`;
      await become(tx, "workspace user");
      return due(tx);
    });
    expect(left).toEqual([pathOf("orphan")]);
  });
});

describeDatabase("A thumbnail", (suite) => {
  const save = async (tx: Tx, thumbnails: object[]) =>
    (await tx`select save_thumbnails(${tx.json(thumbnails as never)}) as saved`)[0]?.saved;

  it("A thumbnail is set once for a content, and a second attempt returns the existing one", async () => {
    const result = await suite.as("workspace user", async (tx) => {
      const id = await replaced(tx, 1);
      const [before] = await tx`select updated_at from workspace_files`;
      const thumbnail = await reserve(tx, "thumbnail.webp", 5);
      const saved = await save(tx, [
        { id, content: pathOf("0"), thumbnail: pathOf("of an earlier content") },
        { id, content: pathOf("1"), thumbnail },
      ]);
      const second = await save(tx, [{ id, content: pathOf("1"), thumbnail: pathOf("second") }]);
      const [after] = await tx`select updated_at, thumbnail_path from workspace_files`;
      return { thumbnail, saved, second, before, after, due: await due(tx) };
    });
    const { thumbnail, before } = result;
    expect(result).toMatchObject({ saved: ["", thumbnail], second: [thumbnail], due: [] });
    expect(result.after).toEqual({ ...before, thumbnail_path: thumbnail });
  });

  it.each<[string, (tx: Tx) => PromiseLike<unknown>, number]>([
    ["its content is replaced", (tx) => replace(tx, "next"), 1],
    ["its file is deleted", (tx) => tx`delete from workspace_files where true`, 2],
  ])("A thumbnail becomes due when %s", async (_, change, count) => {
    const result = await suite.as("workspace user", async (tx) => {
      await addFile(tx, pathOf("0"), 10);
      await tx`update workspace_files set thumbnail_path = ${pathOf("thumbnail")}`;
      await change(tx);
      const [left] = await tx`select thumbnail_path from workspace_files`;
      return { left: left?.thumbnail_path ?? null, due: await due(tx) };
    });
    expect(result.left).toBeNull();
    expect(result.due).toContain(pathOf("thumbnail"));
    expect(result.due).toHaveLength(count);
  });
});
