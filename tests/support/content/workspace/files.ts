import type { BuiltSite } from "../../sites/built-site.ts";

/** A drive in use, for screenshots: rows only, since a list reads no blobs. */
export async function fillFiles({ sql }: BuiltSite, userId: string): Promise<void> {
  await sql`insert into workspace_files ${sql(
    folders.map((name) => ({ user_id: userId, name, is_folder: true })),
  )}`;
  await sql`insert into workspace_files ${sql(
    files.map(([name, mimetype, size], index) => ({
      user_id: userId,
      name,
      is_folder: false,
      storage_object_path: `${userId}/root/${index}`,
      mimetype,
      size,
    })),
  )}`;
}

const folders = ["Boat", "Clients", "Invoices 2026", "Talks"];

const files: [name: string, mimetype: string, size: number][] = [
  ["Anchor winch, wiring.pdf", "application/pdf", 1_843_200],
  ["berths.json", "application/json", 48_211],
  ["Ferry, morning.jpg", "image/jpeg", 4_312_880],
  ["Logbook 2026.txt", "text/plain", 96_404],
  ["Opening, second take.mp3", "audio/mpeg", 9_120_336],
  ["Rijeka, slides.key", "application/octet-stream", 64_880_112],
  ["Résumé — final.pdf", "application/pdf", 212_992],
  ["seqscan-0.9.tar.gz", "application/gzip", 781_004],
  ["Slipway in the fog.png", "image/png", 2_488_320],
  ["Tide table.css", "text/css", 3_902],
];
