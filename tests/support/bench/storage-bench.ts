import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { expect } from "vitest";
import { silentLog } from "../../../server/log/log.ts";
import type { BlobStore } from "../../../server/storage/blobs/blob-store.ts";
import { createFileBlobStore } from "../../../server/storage/blobs/file-blob-store.ts";
import { createStorage, type Storage } from "../../../server/storage/routes.ts";
import { openForServer } from "../databases/postgres.ts";
import {
  type Person,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../sites/gateway.ts";

export const FILES = "workspace-files";
export const PICTURES = "profile-pictures";

/** A gateway with both people signed in, and access to the blob folder. */
export interface StorageBench {
  gateway: TestGateway;
  workspace: Person;
  owner: Person;
  /** The workspace user's headers, for calls without supabase-js. */
  headers: { apikey: string; authorization: string };
  /** A fresh key in the workspace user's folder. */
  ownKey(name?: string): string;
  /** The URL of `/storage/v1/object/<path>`. */
  address(path: string): string;
  /** Stores bytes under a key, percent-encoded where necessary. */
  upload(key: string, body: Buffer | string, type?: string): Promise<void>;
  blobIds(): Promise<string[]>;
  /** Checks that every blob has a row, and every row a blob. */
  expectNoOrphans(): Promise<void>;
}

/** The storage of another server process on the gateway's database and, by default, folder. */
export function createOtherStorage(gateway: TestGateway, blobs?: BlobStore): Storage {
  const { secrets, url } = gateway;
  const database = openForServer(gateway.database);
  const storage = createStorage({
    deps: {
      database,
      secrets,
      log: silentLog,
      origin: url,
      blobs: blobs ?? createFileBlobStore(gateway.blobs),
    },
  });
  const close = async () => {
    await storage.close();
    await database.stop();
  };
  return { ...storage, close };
}

export async function startStorageBench(): Promise<StorageBench> {
  const gateway = await startTestGateway();
  const workspace = await signInWorkspaceUser(gateway);
  const owner = await signInOwner(gateway);
  const authorization = `Bearer ${await tokenOf(workspace.client)}`;
  const headers = { apikey: gateway.secrets.publishableKey, authorization };
  const address = (path: string) => `${gateway.url}/storage/v1/object/${path}`;

  async function blobIds(): Promise<string[]> {
    const names = await readdir(gateway.blobs, { recursive: true }).catch(() => []);
    // Excludes the temporary file with which a starting server claims the folder.
    const blobs = names.filter((name) => /^[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(name));
    return blobs.map((name) => name.slice(3));
  }

  return {
    gateway,
    workspace,
    owner,
    headers,
    ownKey: (name = "file.bin") => `${workspace.id}/root/${randomUUID()}-${name}`,
    address,
    async upload(key, body, type = "application/octet-stream") {
      const response = await fetch(address(`${FILES}/${key}`), {
        method: "POST",
        headers: { ...headers, "content-type": type },
        body: new Uint8Array(Buffer.from(body)),
      });
      expect(response.status, await response.text()).toBe(200);
    },
    blobIds,
    async expectNoOrphans() {
      const rows = await gateway.database.sql<{ version: string }[]>`
        select version from storage.objects`;
      expect((await blobIds()).sort()).toEqual(rows.map(({ version }) => version).sort());
    },
  };
}
