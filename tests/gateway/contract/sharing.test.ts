import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenedShare } from "../../../supabase/functions/open-share/contract.ts";
import { type ContractTarget, startContractTarget } from "../../support/contract-target.ts";
import { openNewConnections } from "../../support/databases/open-new-connections.ts";
import { addRow } from "../../support/drive-client.ts";

const FILES = "workspace-files";

let target: ContractTarget;
const stored: string[] = [];

beforeAll(async () => {
  target = await startContractTarget();
});
beforeEach(openNewConnections);
afterAll(async () => {
  await target.service.storage.from(FILES).remove(stored);
  await target.stop();
});

interface Answer {
  status: number;
  headers: Headers;
  body: OpenedShare & {
    error?: string;
    reason?: string;
    files?: { id: string; url: string }[];
  };
}

/** Calls the function like a visitor's page. */
async function call(request: object): Promise<Answer> {
  const response = await fetch(`${target.url}/functions/v1/open-share`, {
    method: "POST",
    headers: { apikey: target.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Answer["body"] };
}

const open = (token: string, more: object = {}) => call({ action: "open", token, ...more });
const sign = (token: string, files: string[], more: object = {}) =>
  call({ action: "sign", token, files, ...more });
const download = (url: string) => fetch(`${target.url}/storage/v1${url}`);

async function addFolder(name: string, parent: string | null = null): Promise<string> {
  const row = { user_id: target.workspace.id, name, is_folder: true, parent_id: parent };
  const { data, error } = await target.workspace.client
    .from("workspace_files")
    .insert(row)
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
}

async function addFile(name: string, text: string, parent?: string) {
  const { id: user_id, client } = target.workspace;
  const path = `${user_id}/${parent ?? "root"}/${randomUUID()}`;
  stored.push(path);
  const { error } = await client.storage
    .from(FILES)
    .upload(path, text, { contentType: "text/plain" });
  if (error) throw error;
  const place = parent === undefined ? {} : { parent_id: parent };
  return addRow(client, { user_id, name, storage_object_path: path, size: text.length, ...place });
}

async function share(file: string, more: object = {}): Promise<string> {
  const { data, error } = await target.workspace.client.rpc("create_share", { file, ...more });
  if (error) throw error;
  return data;
}

describe("a link to a folder", () => {
  it("a link to a folder lists the folder's content, and signs URLs that open its files", async () => {
    const folder = await addFolder(`shared ${randomUUID()}`);
    const inner = await addFolder("inner", folder);
    const file = await addFile("résumé.txt", "shown", inner);
    const outside = await addFile(`outside ${randomUUID()}.txt`, "hidden");
    const token = await share(folder);
    const opened = await open(token);
    expect(opened.status).toBe(200);
    expect(opened.headers.get("cache-control")).toContain("no-store");
    expect(opened.body).toMatchObject({ root: folder, allowsDownload: true, pass: "" });
    expect(opened.body.entries.map(({ id }) => id).sort()).toEqual([folder, inner, file].sort());
    expect(opened.body.entries.find(({ id }) => id === file)).toEqual({
      id: file,
      parent: inner,
      name: "résumé.txt",
      isFolder: false,
      size: 5,
      type: "application/octet-stream",
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      hasThumbnail: false,
    });

    const signed = await sign(token, [file, outside, inner, randomUUID()]);
    expect(signed.body.files?.map(({ id }) => id)).toEqual([file]);
    const url = signed.body.files?.[0]?.url ?? "";
    const response = await download(`${url}&download=${encodeURIComponent("résumé.txt")}`);
    expect([response.status, await response.text()]).toEqual([200, "shown"]);
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const claims = JSON.parse(
      Buffer.from(url.split(/token=|\./).at(-2) ?? "", "base64url").toString(),
    ) as { iat: number; exp: number };
    // Supabase's storage cannot check whether the link is still valid.
    const isHosted = process.env.CONTRACT_SUPABASE_URL !== undefined;
    expect(claims.exp - claims.iat).toBe(isHosted ? 60 : 366 * 24 * 3600);
    const part = await fetch(`${target.url}/storage/v1${url}`, {
      headers: { range: "bytes=2-", "if-range": response.headers.get("etag") ?? "" },
    });
    expect([part.status, await part.text()]).toEqual([206, "own"]);
  });

  it("a link to a folder signs URLs of thumbnails, each for a file that the link shows", async () => {
    const folder = await addFolder(`pictures ${randomUUID()}`);
    const { id: user, client } = target.workspace;
    const addPicture = async (name: string, parent?: string) => {
      const id = await addFile(`${name} ${randomUUID()}.png`, "the picture", parent);
      const thumbnail_path = `${user}/root/${randomUUID()}.webp`;
      stored.push(thumbnail_path);
      await client.storage
        .from(FILES)
        .upload(thumbnail_path, "small", { contentType: "image/webp" });
      const set = await client.from("workspace_files").update({ thumbnail_path }).eq("id", id);
      expect(set.error).toBeNull();
      return id;
    };
    const picture = await addPicture("inside", folder);
    const other = await addPicture("outside");
    const plain = await addFile("plain.txt", "x", folder);
    const token = await share(folder, { details: { title: "Trip", sorting: "-size" } });
    const { body } = await open(token);
    expect(body).toMatchObject({ title: "Trip", note: "", sorting: "-size" });
    const marked = body.entries.filter(({ hasThumbnail }) => hasThumbnail);
    expect(marked.map(({ id }) => id)).toEqual([picture]);
    const { files = [] } = (await sign(token, [plain, other, picture], { thumbnails: true })).body;
    expect(files.map(({ id }) => id)).toEqual([picture]);
    const response = await download(files[0]?.url ?? "");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(await response.text()).toBe("small");
  });

  it("a link to a folder with more than 1000 entries comes in pages", async () => {
    const folder = await addFolder(`large ${randomUUID()}`);
    const inner = await addFolder("inner", folder);
    const { id: user_id, client } = target.workspace;
    const rows = Array.from({ length: 1100 }, (_, number) => ({
      ...{ user_id, name: `${number}.txt`, size: 1, parent_id: number < 600 ? folder : inner },
      storage_object_path: `${user_id}/${folder}/${randomUUID()}`,
    }));
    const added = await client.from("workspace_files").insert(rows);
    expect(added.error).toBeNull();
    const token = await share(folder);
    const first = (await open(token)).body;
    const second = (await open(token, { after: first.next })).body;
    expect([first.entries.length, second.entries.length, second.next]).toEqual([1000, 102, null]);
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect([new Set(ids).size, ids[0] === undefined]).toEqual([1102, false]);
    await client.rpc("delete_files", { ids: [folder] });
  });

  it("a link to a folder follows moves, and shows nothing that is in the trash", async () => {
    const folder = await addFolder(`moves ${randomUUID()}`);
    const file = await addFile(`moved ${randomUUID()}.txt`, "x", folder);
    const token = await share(folder);
    const { client } = target.workspace;
    await client.rpc("move_files", { ids: [file], folder: null });
    expect((await sign(token, [file])).body.files).toEqual([]);
    await client.rpc("move_files", { ids: [file], folder });
    expect((await sign(token, [file])).body.files).toHaveLength(1);
    await client.rpc("trash_files", { ids: [folder] });
    expect((await open(token)).status).toBe(404);
    expect((await sign(token, [file])).status).toBe(404);
  });
});

describe("a link that cannot be used", () => {
  it("an unknown, revoked, deleted or trashed link gets the same response", async () => {
    const { client } = target.workspace;
    const tokens = ["A".repeat(22), ""];
    for (const end of ["revoked", "trashed", "deleted"]) {
      const file = await addFile(`${end} ${randomUUID()}.txt`, "x");
      tokens.push(await share(file));
      if (end === "trashed") await client.rpc("trash_files", { ids: [file] });
      if (end === "deleted") await client.rpc("delete_files", { ids: [file] });
      if (end === "revoked") {
        const { data } = await client.rpc("list_shares");
        const links = data as { id: string; fileId: string }[];
        const link = links.find(({ fileId }) => fileId === file)?.id;
        expect((await client.rpc("revoke_share", { link })).data).toBe(true);
      }
    }
    const answers = await Promise.all(
      tokens.flatMap((token) => [
        open(token),
        open(token, { password: "any password" }),
        sign(token, [randomUUID()]),
      ]),
    );
    for (const { status, body, headers } of answers) {
      expect([status, body, headers.get("content-type")]).toEqual([
        404,
        { error: "This link does not exist or is no longer valid.", reason: "unknown" },
        answers[0]?.headers.get("content-type"),
      ]);
    }
  });
});

describe("a link with a password", () => {
  it("a link with a password opens only with it, and refuses tries after ten", async () => {
    const file = await addFile(`secret ${randomUUID()}.txt`, "secret");
    const token = await share(file, { password: "a good password" });
    expect((await open(token)).body).toMatchObject({ reason: "password" });
    expect((await open(token)).status).toBe(401);
    expect((await sign(token, [file])).status).toBe(404);
    const right = await open(token, { password: "a good password" });
    expect(right.status).toBe(200);
    const { pass } = right.body;
    expect((await open(token, { pass })).status).toBe(200);
    expect((await sign(token, [file], { pass })).body.files).toHaveLength(1);
    const statuses: number[] = [];
    for (let at = 0; at < 10; at++) {
      statuses.push((await open(token, { password: `wrong ${at}` })).status);
    }
    expect(statuses).toEqual([...Array(9).fill(403), 429]);
    const late = await open(token, { password: "a good password" });
    expect([late.status, late.body.reason]).toEqual([429, "wait"]);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    // A visitor who has already opened the link keeps access.
    expect((await open(token, { pass })).status).toBe(200);
  });
});

describe("a link that receives files", () => {
  interface Inbox {
    folder: string;
    token: string;
  }

  async function makeInbox(max_files: number, max_bytes: number): Promise<Inbox> {
    const folder = await addFolder(`inbox ${randomUUID()}`);
    return { folder, token: await share(folder, { max_files, max_bytes }) };
  }

  async function reserve({ token }: Inbox, ...files: { name: string; size: number }[]) {
    const { status, body } = await call({ action: "reserve", token, files });
    expect(status).toBe(200);
    const { paths = [], problem } = body as { paths?: string[]; problem?: string };
    stored.push(...paths);
    return problem ?? paths;
  }

  const finish = async ({ token }: Inbox, path: string, more: object = {}) =>
    (await call({ action: "finish", token, path, type: "text/plain", ...more })).body as object;

  /** Credentials of a visitor without a session. */
  const asVisitor = () => ({
    apikey: target.publishableKey,
    authorization: `Bearer ${target.publishableKey}`,
    "tus-resumable": "1.0.0",
  });

  function begin(path: string, length: number, more: Record<string, string> = {}) {
    const fields = { bucketName: FILES, objectName: path, contentType: "text/plain" };
    const pairs = Object.entries(fields).map(
      ([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`,
    );
    return fetch(`${target.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        ...asVisitor(),
        "upload-length": String(length),
        "upload-metadata": pairs.join(","),
        ...more,
      },
    });
  }

  const send = (url: string, offset: number, bytes: string) =>
    fetch(new URL(url, target.url), {
      method: "PATCH",
      headers: {
        ...asVisitor(),
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
      },
      body: bytes,
    });

  const storePlainly = (path: string, body: string, more: Record<string, string> = {}) =>
    fetch(`${target.url}/storage/v1/object/${FILES}/${path}`, {
      method: "POST",
      headers: { ...asVisitor(), "content-type": "text/plain", ...more },
      body,
    });

  async function namesIn(folder: string): Promise<string[]> {
    const { data } = await target.workspace.client
      .from("workspace_files")
      .select("name, size")
      .eq("parent_id", folder)
      .order("name");
    return (data ?? []).map(({ name, size }) => `${name} ${size}`);
  }

  it("a link that receives files accepts files in chunks, numbers taken names, and states its remaining limits", async () => {
    const inbox = await makeInbox(3, 20);
    const before = await call({ action: "open-inbox", token: inbox.token });
    expect(before.body).toMatchObject({ maxFiles: 3, maxBytes: 20, filesLeft: 3, bytesLeft: 20 });
    const paths = await reserve(inbox, { name: "a.txt", size: 6 }, { name: "a.txt", size: 0 });
    const [path = "", empty = ""] = paths;
    const begun = await begin(path, 6);
    expect(begun.status).toBe(201);
    const url = begun.headers.get("location") ?? "";
    expect((await send(url, 0, "abc")).status).toBe(204);
    expect(await finish(inbox, path)).toEqual({ state: "incomplete" });
    expect((await send(url, 3, "def")).status).toBe(204);
    expect((await begin(empty, 0)).status).toBe(201);
    const modified = Date.UTC(2019, 4, 4);
    expect(await finish(inbox, path, { modified })).toEqual({ state: "finished" });
    // The response may have been lost, and repeating the request does not change the date.
    expect(await finish(inbox, path, { modified: modified + 1 })).toEqual({ state: "finished" });
    expect((await call({ action: "finish", token: inbox.token, path, modified: -1 })).status).toBe(
      400,
    );
    expect(await finish(inbox, empty)).toEqual({ state: "finished" });
    expect(await namesIn(inbox.folder)).toEqual(["a (1).txt 0", "a.txt 6"]);
    const shown = await open(await share(inbox.folder));
    const dates = shown.body.entries.map(({ size, updatedAt }) => [size, Date.parse(updatedAt)]);
    expect(dates).toContainEqual([6, modified]);
    const after = await call({ action: "open-inbox", token: inbox.token });
    expect(after.body).toMatchObject({ filesLeft: 1, bytesLeft: 14 });
  });

  it("a link that receives files accepts no byte and no file beyond its limits", async () => {
    const inbox = await makeInbox(2, 10);
    expect(await reserve(inbox, { name: "a", size: 11 })).toBe("bytes");
    expect(await reserve(inbox, ...Array(3).fill({ name: "a", size: 1 }))).toBe("files");
    const [path = ""] = await reserve(inbox, { name: "a", size: 10 });
    expect(await reserve(inbox, { name: "a", size: 1 })).toBe("bytes");
    for (const length of [9, 11, 1000, 0]) {
      const { status } = await begin(path, length);
      expect([length, status]).toEqual([length, 403]);
    }
    expect((await begin(`${path}x`, 10)).status).toBe(403);
    expect((await begin(path, 10, { "x-upsert": "true" })).status).toBe(403);
    for (const body of ["x".repeat(9), "x".repeat(11)]) {
      expect((await storePlainly(path, body)).status).toBe(400);
    }
    const begun = await begin(path, 10);
    const url = begun.headers.get("location") ?? "";
    const over = await send(url, 0, "x".repeat(11));
    expect(over.ok).toBe(false);
    const { data } = await target.service.storage.from(FILES).info(path);
    expect(data).toBeNull();
    expect(await namesIn(inbox.folder)).toEqual([]);
  });

  it("a link that receives files deletes earlier versions of files for received files", async () => {
    const { client } = target.workspace;
    const file = await addFile("draft.txt", "x".repeat(3000));
    const path = `${target.workspace.id}/root/${randomUUID()}`;
    stored.push(path);
    await client.storage.from(FILES).upload(path, "short");
    await client
      .from("workspace_files")
      .update({ storage_object_path: path, size: 5 })
      .eq("id", file);
    const versions = async () =>
      (await client.from("file_versions").select().eq("file_id", file)).data;
    expect(await versions()).toHaveLength(1);
    const inbox = await makeInbox(2, 5000);
    const { used } = (await client.rpc("drive_usage").single()).data as { used: number };
    const limit = (quota: number) =>
      target.service.rpc("set_drive_limits", { quota, file_limit: 5 * 2 ** 30 });
    await limit(used + 1000);
    try {
      // More than three quarters of the space that is free without the versions.
      expect(await reserve(inbox, { name: "a", size: 3100 })).toBe("space");
      const [reserved = ""] = await reserve(inbox, { name: "a", size: 2000 });
      const begun = await begin(reserved, 2000);
      const url = begun.headers.get("location") ?? "";
      expect((await send(url, 0, "x".repeat(1999))).status).toBe(204);
      expect(await versions()).toHaveLength(1);
      expect((await send(url, 1999, "x")).status).toBe(204);
      expect(await finish(inbox, reserved)).toEqual({ state: "finished" });
      expect(await versions()).toEqual([]);
      const after = (await client.rpc("drive_usage").single()).data as { used: number };
      expect(after.used).toBeLessThan(used + 1000);
    } finally {
      await limit(10 * 2 ** 30);
    }
  });

  it("a link that receives files refuses empty names and invalid sizes", async () => {
    const { token } = await makeInbox(5, 100);
    const files = [
      { name: "", size: 1 },
      { name: "a", size: -1 },
      { name: "a", size: 1.5 },
      { name: "a", size: 1e30 },
      { name: "a", size: "1" },
      { name: ["a"], size: 1 },
      { name: "x".repeat(256), size: 1 },
      { size: 1 },
    ];
    for (const file of files) {
      const { status, body } = await call({ action: "reserve", token, files: [file] });
      expect([file, status, typeof body.error]).toEqual([file, 400, "string"]);
    }
  });

  it("a link that receives files stops taking bytes once it is revoked or its folder is in the trash", async () => {
    const { client } = target.workspace;
    for (const end of ["revoke", "trash"]) {
      const inbox = await makeInbox(2, 10);
      const [path = ""] = await reserve(inbox, { name: "a", size: 4 });
      const url = (await begin(path, 4)).headers.get("location") ?? "";
      expect((await send(url, 0, "ab")).status).toBe(204);
      if (end === "trash") await client.rpc("trash_files", { ids: [inbox.folder] });
      else {
        const links = (await client.rpc("list_shares")).data as { id: string; fileId: string }[];
        const link = links.find(({ fileId }) => fileId === inbox.folder)?.id;
        await client.rpc("revoke_share", { link });
      }
      expect((await send(url, 2, "cd")).status).toBe(403);
      expect((await begin(path, 4)).status).toBe(403);
      const { status, body } = await call({ action: "finish", token: inbox.token, path });
      expect([status, body.reason]).toEqual([404, "unknown"]);
    }
  });

  it("a link that receives files shows a sender nothing of the folder's contents", async () => {
    const inbox = await makeInbox(2, 10);
    const file = await addFile("private name.txt", "private", inbox.folder);
    const [path = ""] = await reserve(inbox, { name: "a", size: 1 });
    const answers = await Promise.all([
      open(inbox.token),
      sign(inbox.token, [file]),
      call({ action: "open-inbox", token: inbox.token }),
      call({ action: "finish", token: inbox.token, path }),
    ]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain("private");
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 200]);
    const listed = await target.anonymous.storage.from(FILES).list(path.replace(/\/[^/]+$/, ""));
    expect(listed.data).toEqual([]);
  });
});
