import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { reserve, tusUpload } from "../support/drive-client.ts";
import type { BuiltServer } from "../support/sites/built-server.ts";
import {
  signIn,
  signInWorkspaceUser,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";
import { readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { start, usedDataDir } = openSites();

async function kill(server: BuiltServer) {
  const exit = once(server.process, "exit");
  server.process.kill("SIGKILL");
  await exit;
}

/** Every stored file of a data directory, with its full path. */
async function storedFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, "blobs"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("database"))
    .map((entry) => join(entry.parentPath, entry.name));
}

test("a server killed during uploads resumes one upload and deletes the rest of the other", async () => {
  const dataDir = await usedDataDir();
  const first = await start({ dataDir });
  const secrets = await first.secrets();
  const person = await signInWorkspaceUser({ url: first.origin, secrets } as TestGateway);
  const token = await tokenOf(person.client);
  const content = randomBytes(9_000_000);
  const path = await reserve(person.client, "kept.bin", content.length);
  const lost = await reserve(person.client, "lost.bin", content.length);

  const { upload } = tusUpload(first.origin, token, path, content, { chunkSize: 4_000_000 });
  const begun = new Promise<void>((resolve) => {
    upload.options.onChunkComplete = () => resolve();
  });
  upload.start();
  await begun;
  const plain = request(`${first.origin}/storage/v1/object/workspace-files/${lost}`, {
    method: "POST",
    headers: {
      apikey: secrets.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/octet-stream",
      "content-length": content.length,
    },
  });
  plain.on("error", () => {});
  plain.write(content.subarray(0, 2_000_000));
  // The upload's record and the bytes of both uploads.
  await expect.poll(async () => (await storedFiles(dataDir)).length).toBe(3);
  await upload.abort();
  await kill(first);

  const second = await start({ dataDir });
  // A different port changes the issuer of the tokens.
  const { client } = await signIn({ url: second.origin, secrets } as TestGateway, person);
  const uploadUrl = (upload.url ?? "").replace(first.origin, second.origin);
  let sent = 0;
  const resumed = tusUpload(second.origin, await tokenOf(client), path, content, {
    uploadUrl,
    onChunkComplete: (size) => {
      sent += size;
    },
  });
  resumed.upload.start();
  await resumed.done;
  expect(sent).toBeLessThanOrEqual(5_000_000);
  const { data } = await client.storage.from("workspace-files").download(path);
  expect(Buffer.from(await (data as Blob).arrayBuffer()).equals(content)).toBe(true);

  // A day later, neither upload has a row.
  const sql = connect(await readDatabaseUrl(dataDir));
  await sql`update private.pending_blobs set due_at = due_at - interval '25 hours'`;
  await sql`update storage.objects set created_at = created_at - interval '25 hours'`;
  await sql.end();
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of await storedFiles(dataDir)) await utimes(file, yesterday, yesterday);
  await kill(second);
  await start({ dataDir });
  await expect.poll(() => storedFiles(dataDir)).toEqual([]);
});
