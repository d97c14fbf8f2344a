import type { ArchivedFile, ArchiveSource } from "../archive/archive-ends.ts";
import { formatCopyText, type TextRow } from "../archive/copy-text.ts";
import type { TableManifest } from "../archive/manifest.ts";
import { hostedStorage } from "./hosted-storage.ts";
import { beginTransfer, type Project } from "./hosted-transfer.ts";
import { fieldsOf, readParts } from "./staged-rows.ts";

interface HostedFile {
  id: string;
  bucket: string;
  name: string;
  size: number;
}

/**
 * A Supabase project, through its services with the secret key. One call stages all rows as of one
 * moment; they are then read in parts and deleted. A file that is deleted meanwhile is reported as
 * missing.
 */
export async function openHostedSource(project: Project): Promise<ArchiveSource> {
  const storage = hostedStorage(project);
  const transfer = await beginTransfer(project);
  const files: HostedFile[] = [];
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
          if (table.name === "storage.objects") files.push(...rows.map(fileOf(table)));
          yield formatCopyText(rows);
        }
      },
      async *files(): AsyncGenerator<ArchivedFile> {
        // Every row has been read.
        await transfer.end();
        for (const { id, bucket, name, size } of files) {
          yield { id, size, open: () => storage.download(bucket, name) };
        }
      },
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
    const { id, bucket_id, name, metadata } = fields(row);
    const { size } = JSON.parse(metadata ?? "{}") as { size?: number };
    return { id: id ?? "", bucket: bucket_id ?? "", name: name ?? "", size: size ?? 0 };
  };
}
