import { ArchiveError, damagedArchive, siteHasContent } from "../archive/archive-error.ts";
import { checkColumns, checkSchema, type TableManifest } from "../archive/manifest.ts";
import type { ArchiveTarget } from "../archive/source-and-target.ts";
import { compareHistory, readSchema, type Schema, tooOld } from "../database/schema.ts";
import type { Project } from "../owner/hosted.ts";
import { replaceAccounts } from "./hosted-accounts.ts";
import { beginTransfer, type HostedTransfer, hostedStorage } from "./hosted-project.ts";
import { fieldsOf, stageRows } from "./staged-rows.ts";

/** Result of `describe_site`. */
interface SiteDescription {
  migrations: { version: string }[];
  tables: { name: string; columns: string[] }[];
  hasContent: boolean;
}

interface ReceivedFile {
  bucket: string;
  name: string;
  type: string;
  cacheControl: string;
  uploaded: boolean;
}

/**
 * A Supabase project with this code's migrations, through its services with the secret key. Rows
 * are replaced in one transaction. Accounts and files are behind their own services, so a failure
 * during the commit can leave them half replaced; repeating the restore completes it.
 */
export async function openHostedTarget(
  project: Project,
  { replace }: { replace: boolean },
): Promise<ArchiveTarget> {
  const storage = hostedStorage(project);
  const schema = await readSchema();
  const transfer = await beginTransfer(project);
  // Uploaded here, and moved to their places by the commit.
  const folder = `restore-${transfer.id}`;
  const files = new Map<string, ReceivedFile>();
  let staged: readonly TableManifest[] = [];

  const describe = async (): Promise<SiteDescription> => {
    const site = await transfer.call<SiteDescription>("describe_site");
    if (site.hasContent && !replace) throw siteHasContent();
    return site;
  };
  return {
    async begin(manifest) {
      const site = await describe();
      checkMigrations(site, schema);
      checkSchema(manifest, schema);
      checkColumns(manifest, new Map(site.tables.map(({ name, columns }) => [name, columns])));
      staged = manifest.tables;
    },
    async keys() {
      throw new ArchiveError("A Supabase project keeps its own keys. Leave out --with-keys.");
    },
    rows: (table, copyText) =>
      stageRows(
        transfer,
        table,
        copyText,
        table.name === "storage.objects" ? rememberFile(table, files) : undefined,
      ),
    async file({ id, size, bytes }) {
      const file = files.get(id);
      if (!file) {
        throw damagedArchive("it has stored files without a row.");
      }
      file.uploaded = true;
      await storage.upload(file.bucket, `${folder}/${id}`, bytes, { ...file, size });
      bytes.resume();
    },
    async markDefects({ missing, damaged }) {
      const nameOf = (id: string) => {
        const file = files.get(id);
        return file ? `${file.bucket}/${file.name}` : id;
      };
      return { missing: missing.map(nameOf), damaged: damaged.map(nameOf) };
    },
    async commit() {
      await describe();
      await replaceAccounts(
        transfer,
        staged.find(({ name }) => name === "auth.users"),
      );
      await removeFiles(transfer, storage);
      for (const [id, { bucket, name, uploaded }] of files) {
        if (uploaded) await storage.move(bucket, `${folder}/${id}`, name);
      }
      await transfer.call("replace_site", { tables: staged });
      await transfer.end();
    },
    async abort() {
      for (const [id, { bucket, uploaded }] of files) {
        if (uploaded) await storage.remove(bucket, [`${folder}/${id}`]).catch(() => {});
      }
      await transfer.end();
    },
  };
}

/** The project's schema has to be this code's, which the archive is compared with. */
function checkMigrations(site: SiteDescription, schema: Schema): void {
  const versions = site.migrations.map(({ version }) => version);
  const { isTooOld, pending, foreign } = compareHistory(versions, schema);
  if (isTooOld) throw new ArchiveError(tooOld("The project", "deploy"));
  const [missing] = pending;
  if (missing) {
    throw new ArchiveError(
      `The project has an older schema than this version of Foyer (it lacks migration ${missing.version}). Update it with npm run deploy.`,
    );
  }
  if (foreign !== undefined) {
    throw new ArchiveError(
      `The project has a newer schema than this version of Foyer (it has migration ${foreign}, this code does not). Update Foyer.`,
    );
  }
}

function rememberFile(table: TableManifest, files: Map<string, ReceivedFile>) {
  const fields = fieldsOf(table);
  return (row: Parameters<typeof fields>[0]) => {
    const { id, bucket_id, name, metadata } = fields(row);
    const { mimetype, cacheControl } = JSON.parse(metadata ?? "{}") as Record<string, string>;
    files.set(id ?? "", {
      bucket: bucket_id ?? "",
      name: name ?? "",
      type: mimetype ?? "application/octet-stream",
      cacheControl: cacheControl ?? "no-cache",
      uploaded: false,
    });
  };
}

/** Removes every stored file except those just uploaded. */
async function removeFiles(
  transfer: HostedTransfer,
  storage: ReturnType<typeof hostedStorage>,
): Promise<void> {
  let first: string | undefined;
  for (;;) {
    const rows = await transfer.call<{ bucket: string; name: string }[]>("list_replaced_files");
    if (rows.length === 0) return;
    const next = `${rows[0]?.bucket}/${rows[0]?.name}`;
    if (next === first) throw new ArchiveError(`The stored file ${first} could not be removed.`);
    first = next;
    for (const bucket of new Set(rows.map((row) => row.bucket))) {
      const names = rows.filter((row) => row.bucket === bucket).map(({ name }) => name);
      await storage.remove(bucket, names);
    }
  }
}
