import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { SupabaseClient } from "@supabase/supabase-js";
import { ArchiveError, archiveBusy } from "../archive/archive-error.ts";
import { clientFor, type Project } from "../owner/hosted.ts";
import { streamOf } from "../storage/stream-of.ts";

/** A backup or restore of a project, which excludes others until it ends. */
export interface HostedTransfer {
  id: string;
  /** GoTrue's admin API. */
  accounts: SupabaseClient["auth"]["admin"];
  /**
   * Calls a function of the schema (supabase/schemas, site_transfers).
   * @throws {ArchiveError} with one sentence.
   */
  call<T>(name: string, args?: Record<string, unknown>): Promise<T>;
  /** Deletes the staged rows; idempotent. */
  end(): Promise<void>;
}

/** Milliseconds between renewals: a fifth of the time after which others may take over. */
const RENEW_MS = 60_000;

/**
 * Begins a backup or restore with the secret key.
 * @throws {ArchiveError} `archive_busy` while another one is running.
 */
export async function beginTransfer(project: Project): Promise<HostedTransfer> {
  const client = clientFor(project);
  const transfer = await call<string>(client, "begin_transfer", {});
  // A failure shows in the next call.
  const renewing = setInterval(
    () => void call(client, "renew_transfer", { transfer }).catch(() => {}),
    RENEW_MS,
  ).unref();
  return {
    id: transfer,
    accounts: client.auth.admin,
    call: (name, args) => call(client, name, { transfer, ...args }),
    async end() {
      clearInterval(renewing);
      await call(client, "end_transfer", { transfer }).catch(() => {});
    },
  };
}

async function call<T>(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown>,
): Promise<T> {
  const { data, error } = await client.rpc(name, args);
  if (!error) return data as T;
  if (name === "begin_transfer" && error.code === "PT409") throw archiveBusy();
  throw new ArchiveError(explain(error, name), { cause: error });
}

function explain(error: { code: string; message: string }, name: string): string {
  if (error.code === "PGRST202") {
    return "The project has no schema of Foyer, or an older one than this version. Update it with npm run deploy.";
  }
  // An error for an unknown key has no code.
  if (error.code === "42501" || /invalid api key/i.test(error.message)) {
    return "SUPABASE_SECRET_KEY is not the secret key of this project.";
  }
  if (error.code === "57014") {
    return `The project's database took too long (${name}). Try again when it is less busy.`;
  }
  if (/fetch failed/.test(error.message)) return "The project cannot be reached.";
  return `The project refused ${name}: ${error.message}`;
}

/** The stored files of a Supabase project, through its Storage API with the secret key. */
export function hostedStorage({ url, key }: Project) {
  const headers = { apikey: key, authorization: `Bearer ${key}` };

  return {
    /** @returns null if the object does not exist. */
    async download(bucket: string, name: string): Promise<Readable | null> {
      const response = await fetch(objectUrl(url, bucket, name), { headers });
      if (response.ok && response.body) {
        return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
      }
      const text = await response.text();
      // Storage answers with status 400 and puts its own status into the body.
      if (response.status === 404 || /"404"|not_found|NoSuchKey/i.test(text)) return null;
      throw failed(`The stored file ${bucket}/${name} could not be read`, response.status, text);
    },

    async upload(
      bucket: string,
      name: string,
      bytes: Readable,
      { size, type, cacheControl }: { size: number; type: string; cacheControl: string },
    ): Promise<void> {
      const response = await fetch(objectUrl(url, bucket, name), {
        method: "POST",
        headers: {
          ...headers,
          "content-type": type,
          "content-length": String(size),
          "cache-control": cacheControl,
        },
        body: size === 0 ? new Uint8Array() : streamOf(bytes),
        duplex: "half",
      } as RequestInit);
      const text = await response.text();
      if (!response.ok)
        throw failed(`${bucket}/${name} could not be stored`, response.status, text);
    },

    move: (bucket: string, from: string, to: string) =>
      send("POST", "object/move", { bucketId: bucket, sourceKey: from, destinationKey: to }),

    /** Removes up to 1000 files; missing ones are ignored. */
    remove: (bucket: string, names: readonly string[]) =>
      send("DELETE", `object/${bucket}`, { prefixes: names }),
  };

  async function send(method: string, path: string, body: object): Promise<void> {
    const response = await fetch(`${url}/storage/v1/${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw failed(`Storage refused ${path}`, response.status, text);
  }
}

function objectUrl(url: string, bucket: string, name: string): string {
  const path = [bucket, ...name.split("/")].map(encodeURIComponent).join("/");
  return `${url}/storage/v1/object/${path}`;
}

function failed(what: string, status: number, text: string): ArchiveError {
  return new ArchiveError(`${what}: ${status} ${text.slice(0, 200)}`);
}
