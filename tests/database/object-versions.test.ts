import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { describeDatabase } from "../support/databases/database-suite.ts";
import { addFile, usage } from "../support/databases/drive-rows.ts";
import { become, type Tx, userIds } from "../support/databases/personas.ts";

const user_id = userIds.workspace;
const kept = `${user_id}/root/1-kept`;
const deleted = `${user_id}/root/1-deleted`;
const picture = "projects/abc-800x500-800.webp";

/** Adds the columns and rights that hosted Storage has once a bucket has versions. */
async function addVersions(tx: Tx) {
  await tx`alter table storage.objects add column archived_at timestamptz,
    add column is_delete_marker boolean not null default false`;
  const unique = await tx<{ name: string }[]>`
    select conname as name from pg_constraint
    where conrelid = 'storage.objects'::regclass and contype = 'u'
    union select indexrelid::regclass::text from pg_index
    where indrelid = 'storage.objects'::regclass and indisunique and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`;
  expect(unique).toHaveLength(1);
  const [{ name = "" } = {}] = unique;
  await tx.unsafe(
    name.includes(".")
      ? `drop index ${name}`
      : `alter table storage.objects drop constraint "${name}"`,
  );
}

const store = (tx: Tx, bucket_id: string, name: string, size: number, versions: object = {}) =>
  tx`insert into storage.objects ${tx({
    bucket_id,
    name,
    metadata: { size },
    created_at: "2026-01-01",
    version: randomUUID(),
    ...versions,
  })}`;

const archived = { archived_at: "2026-02-01" };
const marker = { is_delete_marker: true };

/** Reads of stored files, each as a caller who is allowed to. */
async function read(tx: Tx) {
  await tx`reset role`;
  const [site] = await tx`select private.site_has_content() as "hasContent"`;
  await become(tx, "workspace user");
  const used = (await usage(tx))?.used;
  const due = await tx`select list_due_blobs() as path`;
  await become(tx, "owner");
  const unused = await tx`select list_unused_pictures() as name`;
  await tx`reset role`;
  await tx`set local role service_role`;
  const [begun] = await tx<{ id: string }[]>`select begin_transfer() as id`;
  const transfer = begun?.id ?? "";
  const replaced = await tx`select name from list_replaced_files(${transfer})`;
  const [snapshot] = await tx<{ files: unknown }[]>`
    select snapshot_site(${transfer}) -> 'files' as files`;
  await tx`select end_transfer(${transfer})`;
  await tx`reset role`;
  return {
    ...site,
    used,
    due: due.map(({ path }) => path),
    unused: unused.map(({ name }) => name),
    replaced: replaced.map(({ name }) => name),
    archived: snapshot?.files,
  };
}

describeDatabase("Versions of stored objects", (suite) => {
  it("versions of stored objects are neither counted, listed nor archived, whether or not Storage has them", () =>
    suite.trial(async (tx) => {
      await become(tx, "workspace user");
      await addFile(tx, kept, 100);
      await tx`reset role`;
      await store(tx, "workspace-files", kept, 100);
      await store(tx, "profile-pictures", picture, 7);
      const expected = {
        hasContent: true,
        used: 100,
        due: [],
        unused: [picture],
        replaced: [picture, kept],
        archived: { count: 2, bytes: 107 },
      };
      expect(await read(tx)).toEqual(expected);

      await addVersions(tx);
      expect(await read(tx)).toEqual(expected);
      await store(tx, "workspace-files", kept, 1000, archived);
      await store(tx, "workspace-files", deleted, 1000, archived);
      await store(tx, "workspace-files", deleted, 0, marker);
      await store(tx, "profile-pictures", "projects/def-800x500-800.webp", 9, archived);
      await store(tx, "profile-pictures", "me.png", 0, marker);
      expect(await read(tx)).toEqual(expected);
    }));

  it("versions of stored objects neither keep a deleted file's path due for removal nor count as content of a site", () =>
    suite.trial(async (tx) => {
      await addVersions(tx);
      await store(tx, "workspace-files", deleted, 1000, archived);
      await store(tx, "workspace-files", deleted, 0, marker);
      await tx`insert into private.pending_blobs (path, user_id) values (${deleted}, ${user_id})`;
      await become(tx, "workspace user");
      const [row] = await tx`select clear_due_blobs(${[deleted]}) as cleared`;
      expect(row).toEqual({ cleared: 1 });
      await tx`reset role`;
      await tx`delete from auth.users`;
      const [site] = await tx`select private.site_has_content() as "hasContent"`;
      expect(site).toEqual({ hasContent: false });
    }));
});
