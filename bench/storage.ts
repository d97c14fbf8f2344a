/**
 * What do large files cost? Measures the throughput of a 200 MB upload (raw, multipart) and
 * download, and of 2 GB uploaded in resumable chunks and downloaded, each compared with writing the
 * same bytes to a file with fsync; and the peak increase of the server's memory.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { connect } from "../server/database/connect.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";

const MEGABYTES = 200;
const LARGE_MEGABYTES = 2048;
/** The chunk size of Supabase's resumable uploads. */
const PIECE_MEGABYTES = 6;
const CHUNK = randomBytes(1024 * 1024);
/** The maximum allowed increase of the peak over the idle server. */
const ALLOWED_MEGABYTES = 64;

const server = await startBuiltServer({ env: { FOYER_SAMPLE_CONTENT: "off" } });
const sql = connect((await readFile(join(server.dataDir, "postgres.url"), "utf8")).trim());
const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
try {
  const { secretKey } = await server.secrets();
  await sql`update storage.buckets set file_size_limit = null where id = 'workspace-files'`;
  const key = { apikey: secretKey };
  const written = await rate(() => writeWithSync(join(folder, "file"), MEGABYTES));
  console.log(`Writing a file with fsync: ${written} MB/s`);
  const large = () => writeWithSync(join(folder, "large"), LARGE_MEGABYTES);
  const writtenLarge = await rate(large, LARGE_MEGABYTES);
  console.log(`Writing 2 GB with fsync: ${writtenLarge} MB/s`);

  await send("warm-up", key, 1, false);
  const idle = await memory("VmRSS");
  await resetPeak();
  report("Upload, raw", await rate(() => send("raw", key, MEGABYTES, false)), written);
  report("Upload, multipart", await rate(() => send("form", key, MEGABYTES, true)), written);
  report("Download", await rate(() => receive("raw", key, MEGABYTES)), written);
  await Promise.all(Array.from({ length: 4 }, () => receive("form", key, MEGABYTES)));
  await reportMemory("200 MB", idle);
  const upload = () => sendInPieces("large", key);
  report("2 GB in resumable pieces", await rate(upload, LARGE_MEGABYTES), writtenLarge);
  await reportMemory("2 GB up", idle);
  const download = () => receive("large", key, LARGE_MEGABYTES);
  report("2 GB download", await rate(download, LARGE_MEGABYTES), writtenLarge);
  const peak = await reportMemory("2 GB down", idle);
  if (peak - idle > ALLOWED_MEGABYTES) {
    throw new Error(`Memory rose by more than ${ALLOWED_MEGABYTES} MB.`);
  }
} finally {
  await sql.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function rate(work: () => Promise<void>, megabytes = MEGABYTES): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round((megabytes * 1000) / (performance.now() - start));
}

/** @returns the peak memory so far. */
async function reportMemory(after: string, idle: number): Promise<number> {
  const peak = await memory("VmHWM");
  console.log(`Server memory after ${after}: ${idle} MB idle, ${peak} MB at its peak so far`);
  return peak;
}

function report(name: string, megabytesPerSecond: number, reference: number): void {
  const ratio = (reference / megabytesPerSecond).toFixed(2);
  console.log(`${name}: ${megabytesPerSecond} MB/s, writing a file is ${ratio} times as fast`);
}

async function writeWithSync(target: string, megabytes: number): Promise<void> {
  const handle = await open(target, "w");
  for (let written = 0; written < megabytes; written++) await handle.write(CHUNK);
  await handle.sync();
  await handle.close();
}

async function send(
  name: string,
  headers: Record<string, string>,
  megabytes: number,
  form: boolean,
): Promise<void> {
  const start = '--b\r\ncontent-disposition: form-data; name=""; filename="f"\r\n\r\n';
  const body = Readable.from(
    (function* () {
      if (form) yield Buffer.from(start);
      for (let sent = 0; sent < megabytes; sent++) yield CHUNK;
      if (form) yield Buffer.from("\r\n--b--\r\n");
    })(),
  );
  const call = request(address(name), {
    method: "POST",
    headers: {
      ...headers,
      "content-type": form ? "multipart/form-data; boundary=b" : "application/octet-stream",
    },
  });
  body.pipe(call);
  const [response] = await once(call, "response");
  response.resume();
  await once(response, "end");
  if (response.statusCode !== 200) throw new Error(`The upload answered ${response.statusCode}.`);
}

/** Uploads by TUS, like the browser's client. */
async function sendInPieces(name: string, key: Record<string, string>): Promise<void> {
  const endpoint = new URL("/storage/v1/upload/resumable", server.origin);
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const length = LARGE_MEGABYTES * CHUNK.length;
  const headers = { ...key, "tus-resumable": "1.0.0" };
  const created = await fetch(endpoint, {
    method: "POST",
    headers: {
      ...headers,
      "upload-length": String(length),
      "upload-metadata": `bucketName ${base64("workspace-files")},objectName ${base64(`bench/${name}`)}`,
    },
  });
  const address = new URL(created.headers.get("location") ?? "", endpoint);
  const piece = Buffer.concat(Array.from({ length: PIECE_MEGABYTES }, () => CHUNK));
  for (let offset = 0; offset < length; offset += piece.length) {
    const body = piece.subarray(0, length - offset);
    const call = request(address, {
      method: "PATCH",
      headers: {
        ...headers,
        "content-type": "application/offset+octet-stream",
        "content-length": body.length,
        "upload-offset": offset,
      },
    });
    call.end(body);
    const [response] = await once(call, "response");
    response.resume();
    await once(response, "end");
    if (response.statusCode !== 204) throw new Error(`A piece answered ${response.statusCode}.`);
  }
}

async function receive(
  name: string,
  headers: Record<string, string>,
  megabytes: number,
): Promise<void> {
  const call = request(address(name), { headers });
  call.end();
  const [response] = await once(call, "response");
  let size = 0;
  for await (const chunk of response) size += chunk.length;
  if (size !== megabytes * CHUNK.length) throw new Error(`Only ${size} bytes came back.`);
}

function address(name: string): URL {
  return new URL(`/storage/v1/object/workspace-files/bench/${name}`, server.origin);
}

/**
 * Memory in megabytes: `VmRSS` is the current value, `VmHWM` the peak since the last reset. Linux
 * only.
 */
async function memory(field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, "utf8");
  const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

async function resetPeak(): Promise<void> {
  const handle = await open(`/proc/${server.process.pid}/clear_refs`, "w");
  await handle.write("5");
  await handle.close();
}
