import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import WebSocket from "ws";
import type { ArchiveTarget } from "../archive/archive-ends.ts";
import { type Connection, lockArchive } from "../archive/archive-lock.ts";
import type { TableManifest } from "../archive/manifest.ts";
import { checkSchema } from "../archive/manifest.ts";
import { replaceRows } from "../archive/replace-rows.ts";
import { checkColumns, refuseContent } from "../archive/sql-target.ts";
import { stagedTable, stageRows } from "../archive/staging.ts";
import { connectForArchive } from "../database/connect.ts";
import { type Migration, readMigrations } from "../database/migrate.ts";
import { migrationsFolder } from "../database/open.ts";
import { hostedStorage, type Project } from "./hosted-storage.ts";
import { TransferError } from "./transfer-end.ts";

/** Tables that GoTrue and Storage write themselves. */
const THEIR_TABLES = new Set(["auth.users", "auth.identities", "storage.objects"]);

/**
 * A Supabase project with this code's migrations. Rows are replaced in one transaction. Accounts
 * and files are behind their own services, so a failure during the commit can leave them half
 * replaced; repeating the restore completes it.
 */
export async function openHostedTarget(
  project: Project,
  databaseUrl: string,
  { replace }: { replace: boolean },
): Promise<ArchiveTarget> {
  const storage = hostedStorage(project);
  const migrations: Migration[] = await readMigrations(migrationsFolder);
  const sql = connectForArchive(databaseUrl);
  // Uploaded here, and moved to their places by the commit.
  const folder = `restore-${randomUUID()}`;
  const uploaded: { id: string; bucket: string }[] = [];
  let staged: readonly TableManifest[] = [];
  let connection: Connection;
  try {
    connection = await sql.reserve();
    await lockArchive(connection);
    await connection.unsafe("set statement_timeout = 0");
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
  return {
    async begin(manifest) {
      checkSchema(manifest, migrations);
      await checkColumns(connection, manifest);
      if (!replace) await refuseContent(connection);
      staged = manifest.tables;
    },
    async keys() {
      throw new TransferError("A Supabase project keeps its own keys. Leave out --with-keys.");
    },
    rows: (table, copyText) => stageRows(connection, table, copyText),
    async file(id, size, bytes) {
      const [row] = await connection.unsafe<{ bucket: string; type: string; cache: string }[]>(
        `select bucket_id as bucket, coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type,
           coalesce(metadata ->> 'cacheControl', 'no-cache') as cache
         from ${stagedTable("storage.objects")} where id = $1`,
        [id],
      );
      if (!row)
        throw new TransferError("The archive is damaged: it has stored files without a row.");
      uploaded.push({ id, bucket: row.bucket });
      const options = { size, type: row.type, cacheControl: row.cache };
      await storage.upload(row.bucket, `${folder}/${id}`, bytes, options);
      bytes.resume();
    },
    async commit() {
      await replaceAccounts(connection, clientFor(project));
      await removeObjects(connection, storage, folder);
      for (const { id, bucket } of uploaded) {
        const [row] = await connection.unsafe<{ name: string }[]>(
          `select name from ${stagedTable("storage.objects")} where id = $1`,
          [id],
        );
        if (row) await storage.move(bucket, `${folder}/${id}`, row.name);
      }
      await connection.unsafe("begin");
      await replaceRows(connection, staged, THEIR_TABLES);
      await connection.unsafe("commit");
      await sql.end({ timeout: 0 });
    },
    async abort() {
      await sql.end({ timeout: 0 });
      for (const { id, bucket } of uploaded) {
        await storage.remove(bucket, [`${folder}/${id}`]).catch(() => {});
      }
    },
  };
}

interface StagedUser {
  id: string;
  email: string;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  /** Hours until the ban ends; null without one. */
  banned: number | null;
}

/** Accounts keep their ids and passwords; GoTrue takes both only for a new account. */
async function replaceAccounts(connection: Connection, client: SupabaseClient): Promise<void> {
  const { admin } = client.auth;
  for (const { id } of await connection<{ id: string }[]>`select id from auth.users`) {
    const { error } = await admin.deleteUser(id);
    if (error) throw new TransferError(`An account could not be removed: ${error.message}`);
  }
  const users = await connection.unsafe<StagedUser[]>(
    `select *, ceil(extract(epoch from banned_until - now()) / 3600)::float8 as banned
     from ${stagedTable("auth.users")}`,
  );
  for (const user of users) {
    const { error } = await admin.createUser({
      id: user.id,
      email: user.email,
      ...(user.encrypted_password ? { password_hash: user.encrypted_password } : {}),
      email_confirm: user.email_confirmed_at !== null,
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      ...(user.banned !== null && user.banned > 0 ? { ban_duration: `${user.banned}h` } : {}),
    });
    if (error)
      throw new TransferError(`The account ${user.email} could not be created: ${error.message}`);
  }
}

/** Removes every object except those just uploaded. */
async function removeObjects(
  connection: Connection,
  storage: ReturnType<typeof hostedStorage>,
  folder: string,
): Promise<void> {
  const rows = await connection<{ bucket: string; names: string[] }[]>`
    select bucket_id as bucket, array_agg(name) as names from storage.objects
    where not starts_with(name, ${folder}) and bucket_id in ('profile-pictures', 'workspace-files')
    group by bucket_id`;
  for (const { bucket, names } of rows) await storage.remove(bucket, names);
}

function clientFor({ url, key }: Project): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no built-in WebSocket, and createClient requires one.
    realtime: { transport: WebSocket as never },
  });
}
