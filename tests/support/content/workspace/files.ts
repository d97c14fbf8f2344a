import sharp from "sharp";
import type { BuiltSite } from "../../sites/built-site.ts";

/**
 * Adds files of a drive in use, for screenshots. Only thumbnails have blobs, because a list reads
 * no others.
 */
export async function fillFiles(site: BuiltSite, userId: string): Promise<void> {
  const { sql } = site;
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
  await sql`update workspace_files set starred_at = now() where name like 'Tide%' or name = 'Boat'`;
  for (const [name, sky, sea] of pictures) {
    const path = `${userId}/root/${name.length}-thumbnail.webp`;
    await storeThumbnail(site, path, sky, sea);
    await sql`update workspace_files set thumbnail_path = ${path} where name = ${name}`;
  }
}

/** Stores a thumbnail: a boat, seen from afar. */
async function storeThumbnail({ origin, keys }: BuiltSite, path: string, sky: string, sea: string) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="213">
    <rect width="320" height="213" fill="${sky}"/><rect y="120" width="320" height="93" fill="${sea}"/>
    <path d="M120 112h90l-14 20h-60zM160 60v48h36z" fill="#f4efe6"/></svg>`;
  const body = await sharp(Buffer.from(drawing)).blur(1.2).webp().toBuffer();
  const { secretKey } = await keys();
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    "content-type": "image/webp",
  };
  const address = `${origin}/storage/v1/object/workspace-files/${path}`;
  const response = await fetch(address, { method: "POST", headers, body: new Uint8Array(body) });
  if (!response.ok) throw new Error(await response.text());
}

const pictures: [name: string, sky: string, sea: string][] = [
  ["Ferry, morning.jpg", "#e9b48a", "#43607a"],
  ["Slipway in the fog.png", "#b9c2c6", "#7d8b90"],
];

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
