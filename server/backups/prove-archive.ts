import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { AUTH_PATH, REST_PATH } from "../../shared/api-paths.ts";
import { ArchiveError } from "../archive/archive-error.ts";
import { compareRows } from "../archive/compare-rows.ts";
import { restoreArchive } from "../archive/read-archive.ts";
import { openSqlTarget } from "../archive/sql-target.ts";
import { createPasswords } from "../auth/passwords.ts";
import { parseConfig } from "../config.ts";
import { openDatabase, prepareDataDir } from "../database/open.ts";
import { removeSite } from "../database/remove-site.ts";
import type { ServerDeps } from "../deps.ts";
import { createGateway } from "../gateway.ts";
import { silentLog } from "../log/log.ts";
import { ownerEmail } from "../owner/account.ts";
import { loadSecrets } from "../secrets.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";
import { createFileBlobStore } from "../storage/blobs/file-blob-store.ts";

/** Contents of a restored archive. */
export interface Proof {
  rows: number;
  files: number;
}

/**
 * Restores an archive into a new embedded database that is deleted afterwards, and signs in there
 * as the owner. Reading it compares the rows with the manifest and every digest; stored files are
 * read, not written.
 * @param open the stored bytes, read as a restore after a loss would read them.
 * @param options.folder for the database; what an interrupted proof left there is removed first.
 * @throws {ArchiveError} when the archive does not restore to a site that works.
 */
export async function proveArchive(
  open: () => Promise<Readable>,
  {
    passphrase,
    folder,
    signal,
  }: { passphrase: string | null; folder: string; signal: AbortSignal },
): Promise<Proof> {
  await removeSite(folder);
  try {
    const dataDir = await prepareDataDir(folder);
    const config = parseConfig({ FOYER_DATA_DIR: dataDir, FOYER_SAMPLE_CONTENT: "off" });
    const secrets = await loadSecrets(dataDir);
    const blobs = withoutBytes(createFileBlobStore(join(dataDir, "blobs")));
    const database = await openDatabase({ config, secrets, log: silentLog });
    try {
      const { manifest, rows, files } = await restoreArchive(
        await open(),
        async () => passphrase ?? "",
        () => openSqlTarget({ url: database.url, blobs, replace: false }),
        { signal },
      );
      await compareRows(database.sql, manifest);
      await signInAsOwner({ config, secrets, database, blobs });
      return { rows, files };
    } finally {
      await database.stop();
    }
  } finally {
    await removeSite(folder);
  }
}

function withoutBytes(blobs: BlobStore): BlobStore {
  return {
    ...blobs,
    async put(_id, source) {
      for await (const _chunk of source);
    },
  };
}

/**
 * Through the same routes as a browser, with a password set in this copy. A site without an owner
 * has nobody to sign in.
 * @throws {ArchiveError} when the owner cannot sign in.
 */
async function signInAsOwner(
  site: Pick<ServerDeps, "config" | "secrets" | "database" | "blobs">,
): Promise<void> {
  const { config, secrets, database } = site;
  const email = await ownerEmail(database.sql);
  if (email === null) return;
  const passwords = createPasswords();
  const password = randomBytes(18).toString("base64url");
  await database.sql`update auth.users set encrypted_password = ${await passwords.hash(password)}
    where email = ${email}`;
  const origin = "http://127.0.0.1";
  const none = join(config.dataDir, "none");
  const gateway = await createGateway(
    { ...site, log: silentLog, origin, paths: { client: none, prerender: none } },
    { passwords },
  );
  const post = async (path: string, body: object, token?: string) => {
    const headers = new Headers({
      apikey: secrets.publishableKey,
      "content-type": "application/json",
    });
    if (token) headers.set("authorization", `Bearer ${token}`);
    const request = new Request(`${origin}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await gateway.fetch(request, { address: "127.0.0.1" })).json();
  };
  try {
    const session = await post(`${AUTH_PATH}/token?grant_type=password`, { email, password });
    const role = await post(`${REST_PATH}/rpc/own_role`, {}, session.access_token);
    if (role !== "admin") throw new ArchiveError("The owner cannot sign in after a restore.");
  } finally {
    await gateway.close();
  }
}
