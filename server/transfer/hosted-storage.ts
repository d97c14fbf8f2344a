import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { ArchiveError } from "../archive/archive-error.ts";
import { streamOf } from "../storage/stream-of.ts";
import type { Project } from "./hosted-transfer.ts";

/** The stored files of a Supabase project, through its Storage API with the secret key. */
export function hostedStorage({ url, key }: Project) {
  const headers = { apikey: key, authorization: `Bearer ${key}` };

  return {
    /** @returns null when there is no such object. */
    async download(bucket: string, name: string): Promise<Readable | null> {
      const response = await fetch(objectUrl(url, bucket, name), { headers });
      if (response.ok && response.body) {
        return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
      }
      const text = await response.text();
      // Storage answers 400 with its own status inside.
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
      call("POST", "object/move", { bucketId: bucket, sourceKey: from, destinationKey: to }),

    /** Removes up to 1000 files; those that are not there are ignored. */
    remove: (bucket: string, names: readonly string[]) =>
      call("DELETE", `object/${bucket}`, { prefixes: names }),
  };

  async function call(method: string, path: string, body: object): Promise<void> {
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
