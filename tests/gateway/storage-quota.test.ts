import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { addRow, tusUpload } from "../support/drive-client.ts";

const QUOTA = 20_000_000;

let bench: StorageBench;
const sql = () => bench.gateway.database.sql;

beforeAll(async () => {
  bench = await startStorageBench();
  await sql()`create or replace function private.drive_quota() returns bigint
    language sql stable set search_path = '' as 'select 20000000::bigint'`;
});
afterAll(() => bench.gateway.stop());
afterEach(async () => {
  const rows = await sql()<{ name: string }[]>`select name from storage.objects`;
  const names = rows.map(({ name }) => name);
  if (names.length > 0) await bench.workspace.client.storage.from(FILES).remove(names);
  await bench.expectNoOrphans();
  expect(await sql()`select from private.incoming_uploads`).toHaveLength(0);
});

/** Starts an upload without a reservation and leaves it open. */
function begin(length: number | null) {
  const upload = request(bench.address(`${FILES}/${bench.ownKey()}`), {
    method: "POST",
    headers: {
      ...bench.headers,
      "content-type": "application/x-thing",
      ...(length === null ? { "transfer-encoding": "chunked" } : { "content-length": length }),
    },
  });
  // The server may close the connection while a refused upload is still sending.
  upload.on("error", () => {});
  const answer = once(upload, "response").then(async ([response]: IncomingMessage[]) => {
    let text = "";
    for await (const chunk of response as IncomingMessage) text += chunk;
    return JSON.parse(text) as { Id?: string; statusCode?: string; message?: string };
  });
  return { upload, answer };
}

async function send(upload: ClientRequest, bytes: number): Promise<void> {
  if (!upload.write(randomBytes(bytes))) await once(upload, "drain");
}

const used = async () => {
  const [row] = await sql()<{ used: number }[]>`
    select private.drive_used(${bench.workspace.id}) as used`;
  return Number(row?.used);
};

it("space is used by an upload of declared length from its first byte on", async () => {
  const first = begin(12_000_000);
  await send(first.upload, 1000);
  await expect.poll(used).toBe(12_000_000);
  const second = begin(9_000_000);
  await send(second.upload, 9_000_000);
  second.upload.end();
  expect(await second.answer).toMatchObject({
    statusCode: "413",
    message: expect.stringMatching(/^Not enough space: 8789 kB needed, 7813 kB free\.$/),
  });
  const third = begin(8_000_000);
  await send(third.upload, 8_000_000);
  third.upload.end();
  expect((await third.answer).Id).toBeTruthy();
  await send(first.upload, 12_000_000 - 1000);
  first.upload.end();
  expect((await first.answer).Id).toBeTruthy();
  expect(await used()).toBe(QUOTA);
});

it("space is not exceeded by concurrent uploads of unknown length, and can be filled", async () => {
  const uploads = Array.from({ length: 4 }, () => begin(null));
  let most = 0;
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(uploads.map(({ upload }) => send(upload, 1_000_000)));
    most = Math.max(most, await used());
  }
  for (const { upload } of uploads) upload.end();
  const answers = await Promise.all(uploads.map(({ answer }) => answer));
  const stored = answers.filter(({ Id }) => Id).length;
  expect(stored).toBeLessThanOrEqual(2);
  for (const { Id, statusCode } of answers) expect(Id ?? statusCode).toBe(Id ?? "413");
  expect(most).toBeLessThanOrEqual(QUOTA);
  expect(await used()).toBe(stored * 8_000_000);
  const rest = begin(null);
  await send(rest.upload, QUOTA - stored * 8_000_000);
  rest.upload.end();
  expect((await rest.answer).Id).toBeTruthy();
  expect(await used()).toBe(QUOTA);
});

it("space that a link has reserved remains available to the user until bytes arrive", async () => {
  const { client, id: user_id } = bench.workspace;
  const folder = randomUUID();
  await client
    .from("workspace_files")
    .insert({ id: folder, user_id, name: "Inbox", is_folder: true });
  // 13 MB of an earlier version and 1 MB of its file.
  const [version, content] = [bench.ownKey("version"), bench.ownKey("content")];
  await bench.upload(version, randomBytes(13_000_000));
  await bench.upload(content, randomBytes(1_000_000));
  const file = await addRow(client, {
    ...{ user_id, name: "letter", storage_object_path: version, size: 13_000_000 },
  });
  const replaced = { storage_object_path: content, size: 1_000_000 };
  await client.from("workspace_files").update(replaced).eq("id", file);
  const versions = async () => (await client.from("file_versions").select("id")).data?.length;

  const inbox = { max_files: 5, max_bytes: 50_000_000 };
  const { data: token } = await client.rpc("create_share", { file: folder, ...inbox });
  const call = async (body: object) => {
    const { publishableKey } = bench.gateway.secrets;
    const response = await fetch(`${bench.gateway.url}/functions/v1/open-share`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ token, ...body }),
    });
    return (await response.json()) as { paths?: string[]; problem?: string; state?: string };
  };
  const files = [{ name: "film", size: 12_000_000 }];
  const [path = ""] = (await call({ action: "reserve", files })).paths ?? [];
  expect(await call({ action: "reserve", files })).toEqual({ problem: "space" });
  expect([await versions(), await used()]).toEqual([1, 14_000_000]);
  const own = bench.ownKey("own");
  await bench.upload(own, randomBytes(6_000_000));
  await client.storage.from(FILES).remove([own]);

  const { publishableKey } = bench.gateway.secrets;
  const bytes = randomBytes(12_000_000);
  const sending = tusUpload(bench.gateway.url, publishableKey, path, bytes, {
    chunkSize: 4_000_000,
    uploadDataDuringCreation: false,
  });
  /**
   * For each request, the space used before it, and the hours for which the path stays reserved.
   */
  const seen: number[][] = [];
  sending.upload.options.onBeforeRequest = async () => {
    const [row] = await sql()<{ hours: number }[]>`
      select extract(epoch from due_at - now())::float8 / 3600 as hours
      from private.pending_blobs where path = ${path}`;
    seen.push([(await used()) - 14_000_000, Math.round(row?.hours ?? -1)]);
  };
  sending.upload.start();
  await sending.done;
  // A chunk's bytes count, and extend the reservation, with the next request.
  expect(seen).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [4_000_000, 24],
  ]);
  expect(await versions()).toBe(1);
  expect(await call({ action: "finish", path })).toEqual({ state: "finished" });
  expect([await versions(), await used()]).toEqual([0, 13_000_000]);
  await client.rpc("delete_files", { ids: [folder, file] });
});

it("space is used by resumable uploads without a reservation until they end", async () => {
  const token = bench.headers.authorization.slice("Bearer ".length);
  const begun = async (size: number) => {
    const content = randomBytes(size);
    const started = tusUpload(bench.gateway.url, token, bench.ownKey(), content, {
      chunkSize: 1_000_000,
    });
    const enough = new Promise<void>((resolve) => {
      started.upload.options.onChunkComplete = () => resolve(started.upload.abort());
    });
    started.upload.start();
    await Promise.race([enough, started.done]);
    return started.upload;
  };
  const first = await begun(12_000_000);
  expect(await used()).toBe(12_000_000);
  await expect(begun(8_000_001)).rejects.toThrow(/Not enough space/);
  const second = await begun(8_000_000);
  expect(await used()).toBe(QUOTA);
  await first.abort(true);
  expect(await used()).toBe(8_000_000);
  await second.abort(true);
  expect(await used()).toBe(0);
});
