import { createHash, randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { DetailedError, UploadOptions } from "tus-js-client";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { reserve, tusUpload } from "../drive-client.ts";
import { FILES, type StorageBench, startStorageBench } from "./storage-bench.ts";

/**
 * A storage bench for the tests of one file, emptied after each, with helpers for resumable
 * uploads.
 */
export function openResumableBench() {
  let opened: StorageBench | undefined;
  const bench = () => {
    if (!opened) throw new Error("The bench is not open.");
    return opened;
  };
  const client = (): SupabaseClient => bench().workspace.client;
  const token = () => bench().headers.authorization.slice("Bearer ".length);
  const folder = () => join(bench().gateway.blobs, "uploads");
  const start = (path: string, content: Buffer, more: Partial<UploadOptions> = {}) =>
    tusUpload(bench().gateway.url, token(), path, content, more);

  beforeAll(async () => {
    opened = await startStorageBench();
  });
  afterAll(() => opened?.gateway.stop());
  afterEach(async () => {
    const { sql } = bench().gateway.database;
    await sql`delete from public.workspace_files`;
    const rows = await sql<{ name: string }[]>`select name from storage.objects`;
    const names = rows.map((row) => row.name);
    if (names.length > 0) await client().storage.from(FILES).remove(names);
    await sql`delete from private.pending_blobs`;
    await sql`delete from private.incoming_uploads`;
    await rm(folder(), { recursive: true, force: true });
  });

  /** Uploads a complete file. */
  async function send(path: string, content: Buffer, more: Partial<UploadOptions> = {}) {
    const { upload, done } = start(path, content, more);
    upload.start();
    await done;
    return upload;
  }

  /** Reserves a path for a file of random bytes. */
  async function announce(size: number): Promise<{ path: string; content: Buffer }> {
    return { path: await reserve(client(), "x", size), content: randomBytes(size) };
  }

  return {
    bench,
    client,
    token,
    start,
    send,
    announce,
    /** The bytes of uploads that are not finished yet. */
    async unfinished(): Promise<string[]> {
      const names = await readdir(folder()).catch(() => []);
      return names.filter((name) => name.length === 36);
    },
    async expectStored(path: string, content: Buffer): Promise<void> {
      const { data, error } = await client().storage.from(FILES).download(path);
      expect(error).toBeNull();
      expect(Buffer.from(await (data as Blob).arrayBuffer()).equals(content)).toBe(true);
      const [object] = await bench().gateway.database.sql<{ sha256: string }[]>`
        select metadata ->> 'sha256' as sha256 from storage.objects where name = ${path}`;
      expect(object?.sha256).toBe(createHash("sha256").update(content).digest("hex"));
    },
    /**
     * Starts an upload and stops after 3 MB, like a closed laptop.
     * @returns its URL.
     */
    async cutUpload(path: string, content: Buffer, bearer = token()): Promise<string> {
      const { upload, done } = tusUpload(bench().gateway.url, bearer, path, content, {
        chunkSize: 1_000_000,
      });
      const enough = new Promise<void>((resolve) => {
        upload.options.onChunkComplete = (_size, accepted) => {
          if (accepted >= 3_000_000) resolve(upload.abort());
        };
      });
      upload.start();
      await Promise.race([enough, done]);
      return upload.url ?? "";
    },
  };
}

/** Requests an upload's offset, like a tus client. */
export function askOffset(address: string, bearer: string): Promise<Response> {
  return fetch(address, {
    method: "HEAD",
    headers: { authorization: `Bearer ${bearer}`, "tus-resumable": "1.0.0" },
  });
}

export async function offsetOf(address: string, bearer: string): Promise<number> {
  return Number((await askOffset(address, bearer)).headers.get("upload-offset"));
}

export const statusOf = (error: unknown) => answerTo(error)?.getStatus();
export const bodyOf = (error: unknown) => answerTo(error)?.getBody();
const answerTo = (error: unknown) => (error as DetailedError | undefined)?.originalResponse;
