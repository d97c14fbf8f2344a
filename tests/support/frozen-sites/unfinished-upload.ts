import type { SupabaseClient } from "@supabase/supabase-js";
import { reserve } from "../drive-client.ts";
import { tokenOf } from "../sites/gateway.ts";

/** A resumable upload whose first part was sent. */
export interface UnfinishedUpload {
  /** The upload's path on the site's origin. */
  address: string;
  /** The object's path in the drive's bucket. */
  path: string;
  /** Size in bytes, and number of bytes sent. */
  size: number;
  sent: number;
}

const SIZE = 300_000;
const SENT = 100_000;

/** The file's bytes; compressible, because they are stored in the repository. */
const content = Buffer.alloc(SIZE, "interrupted at a third, resumed by a later version; ");

const TUS = { "tus-resumable": "1.0.0" };

/** Sends the first third of a file by the resumable protocol. */
export async function startUpload(
  origin: string,
  client: SupabaseClient,
): Promise<UnfinishedUpload> {
  const path = await reserve(client, "interrupted.txt", SIZE);
  const metadata = { bucketName: "workspace-files", objectName: path, contentType: "text/plain" };
  const created = await fetch(`${origin}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: {
      ...TUS,
      authorization: `Bearer ${await tokenOf(client)}`,
      "upload-length": String(SIZE),
      "upload-metadata": Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
        .join(","),
      "x-upsert": "false",
    },
  });
  if (created.status !== 201) throw new Error(`${created.status}: ${await created.text()}`);
  const address = new URL(created.headers.get("location") ?? "", origin).pathname;
  const upload = { address, path, size: SIZE, sent: 0 };
  return { ...upload, sent: await sendPart(origin, client, upload, SENT) };
}

/**
 * Sends the rest, starting at the server's offset.
 * @returns the file's bytes, for comparison.
 */
export async function resumeUpload(
  origin: string,
  client: SupabaseClient,
  upload: UnfinishedUpload,
): Promise<Buffer> {
  const head = await fetch(`${origin}${upload.address}`, {
    method: "HEAD",
    headers: { ...TUS, authorization: `Bearer ${await tokenOf(client)}` },
  });
  const sent = Number(head.headers.get("upload-offset"));
  if (head.status !== 200 || sent !== upload.sent) {
    throw new Error(`HEAD answered ${head.status} with ${sent} of ${upload.sent} bytes sent.`);
  }
  const offset = await sendPart(origin, client, upload, upload.size);
  if (offset !== upload.size) throw new Error(`${offset} of ${upload.size} bytes arrived.`);
  return content;
}

/** @returns the server's new offset. */
async function sendPart(
  origin: string,
  client: SupabaseClient,
  { address, sent }: UnfinishedUpload,
  end: number,
): Promise<number> {
  const patched = await fetch(`${origin}${address}`, {
    method: "PATCH",
    headers: {
      ...TUS,
      authorization: `Bearer ${await tokenOf(client)}`,
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(sent),
    },
    body: new Uint8Array(content.subarray(sent, end)),
  });
  if (patched.status !== 204) throw new Error(`${patched.status}: ${await patched.text()}`);
  return Number(patched.headers.get("upload-offset"));
}
