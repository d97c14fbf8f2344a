import { formatCopyText, type TextRow } from "../archive/copy-text.ts";
import type { TableManifest } from "../archive/manifest.ts";
import type { ArchivedFile, ArchiveSource, NamedFile } from "../archive/source-and-target.ts";
import type { Project } from "../owner/hosted.ts";
import { beginTransfer, hostedStorage } from "./hosted-project.ts";
import { fieldsOf, readParts } from "./staged-rows.ts";

interface HostedFile extends NamedFile {
  id: string;
  bucket: string;
  path: string;
}

/**
 * Reads a Supabase project through its services with the secret key. One call stages all rows as of
 * one moment; they are then read in parts and deleted. A file that is deleted meanwhile is reported
 * as missing.
 */
export async function openHostedSource(project: Project): Promise<ArchiveSource> {
  const storage = hostedStorage(project);
  const transfer = await beginTransfer(project);
  const files = new Map<string, HostedFile>();
  const unmatched: NamedFile[] = [];
  try {
    const {
      createdAt,
      migrations,
      tables,
      files: totals,
    } = await transfer.call<ArchiveSource["contents"]>("snapshot_site");
    return {
      contents: { createdAt, migrations, tables, files: totals, keys: false },
      keys: null,
      async *rows(table) {
        for await (const rows of readParts(transfer, table)) {
          if (table.name === "storage.objects") {
            for (const file of rows.map(fileOf(table)))
              files.set(`${file.bucket}/${file.path}`, file);
          }
          if (DRIVE.includes(table.name)) {
            for (const row of rows) nameFile(fieldsOf(table)(row), files, unmatched);
          }
          yield formatCopyText(rows);
        }
      },
      async *files(): AsyncGenerator<ArchivedFile> {
        // All rows have been read.
        await transfer.end();
        for (const file of files.values()) {
          const { bucket, path } = file;
          // Supabase stores no digest to compare.
          yield { ...file, sha256: null, open: () => storage.download(bucket, path), trust() {} };
        }
      },
      unmatched: () => unmatched,
      skipped: () => [],
      provenRows: {},
      close: transfer.end,
    };
  } catch (error) {
    await transfer.end();
    throw error;
  }
}

function fileOf(table: TableManifest): (row: TextRow) => HostedFile {
  const fields = fieldsOf(table);
  return (row) => {
    const { id, bucket_id, name, metadata, created_at } = fields(row);
    const { size } = JSON.parse(metadata ?? "{}") as { size?: number };
    const [bucket, path] = [bucket_id ?? "", name ?? ""];
    return {
      id: id ?? "",
      bucket,
      path,
      name: `${bucket}/${path}`,
      size: size ?? 0,
      createdAt: created_at ?? "",
      isPrivate: bucket === "workspace-files",
    };
  };
}

/** Tables that contain names of stored files. */
const DRIVE: readonly string[] = ["public.workspace_files", "public.file_versions"];

/** Adds a stored file's name in the drive. A drive file without an entry is marked as unmatched. */
function nameFile(
  row: Record<string, string | null | undefined>,
  files: ReadonlyMap<string, HostedFile>,
  unmatched: NamedFile[],
): void {
  const { storage_object_path: path, name, size, created_at } = row;
  if (path == null) return;
  const file = files.get(`workspace-files/${path}`);
  if (file) file.name = name ?? file.name;
  else {
    const found = { size: Number(size ?? 0), createdAt: created_at ?? "", isPrivate: true };
    unmatched.push({ name: name ?? path, ...found });
  }
}
