import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  answersOf,
  type Door,
  SEVERAL,
  severalChanges,
  singleChanges,
} from "../support/hostile-doors.ts";
import {
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
} from "../support/sites/gateway.ts";
import { createStandInSite, type StandInSite } from "../support/sites/stand-in-site.ts";

let site: StandInSite;
let gateway: TestGateway;
/** A site whose setup is open. */
let fresh: TestGateway;
/** Values for placeholders in the paths. */
const places: Record<string, string> = {};

beforeAll(async () => {
  const environment = { FOYER_TRUST_PROXY: "on" };
  site = await createStandInSite();
  gateway = await startTestGateway({ environment, paths: site.paths });
  fresh = await startTestGateway({ environment });
  const owner = await signInOwner(gateway);
  const object = "projects/x-1x1-1.png";
  await owner.client.storage
    .from("profile-pictures")
    .upload(object, PNG, { contentType: "image/png" });
  Object.assign(places, {
    "{object}": `profile-pictures/${object}`,
    "{upload}": await beginUpload(),
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(async () => {
  vi.restoreAllMocks();
  await gateway.stop();
  await fresh.stop();
  await site.remove();
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Begins the upload of a visitor with a link. @returns the end of its URL. */
async function beginUpload(): Promise<string> {
  const { client, id: user_id } = await signInWorkspaceUser(gateway);
  const id = randomUUID();
  await client.from("workspace_files").insert({ id, user_id, name: "Inbox", is_folder: true });
  const limits = { max_files: 9, max_bytes: 1000 };
  const { data: token } = await client.rpc("create_share", { file: id, ...limits });
  const apikey = gateway.secrets.publishableKey;
  const reserved = await fetch(`${gateway.url}/functions/v1/open-share`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ action: "reserve", token, files: [{ name: "x", size: 9 }] }),
  });
  const { paths } = (await reserved.json()) as { paths: string[] };
  const begun = await fetch(`${gateway.url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: {
      ...{ apikey, "tus-resumable": "1.0.0", "upload-length": "9" },
      "upload-metadata": `bucketName ${btoa("workspace-files")},objectName ${btoa(paths[0] ?? "")}`,
    },
  });
  return begun.headers.get("location")?.split("/").at(-1) ?? "";
}

const ID = randomUUID();

const read = (table: string, query: Record<string, string>): Door => ({
  path: `/rest/v1/${table}`,
  query: { select: "*", order: "id", limit: "1", offset: "0", ...query },
  headers: { prefer: "count=exact", range: "0-1", accept: "application/json" },
});
const add = (table: string, body: object): Door => ({
  method: "POST",
  path: `/rest/v1/${table}`,
  query: { columns: Object.keys(body).join(",") },
  headers: { prefer: "return=minimal" },
  body,
});
const call = (name: string, body: object): Door => ({
  method: "POST",
  path: `/rest/v1/rpc/${name}`,
  body,
});

/** Whether an unchanged request of this route is accepted, or well-formed but refused. */
type Outcome = "accepted" | "refused";

/** Routes that strangers reach; tests/gateway/contract/visitors.test.ts has the functions. */
const doors: Record<string, [Outcome, Door]> = {
  "signing in": [
    "refused",
    {
      method: "POST",
      path: "/auth/v1/token",
      query: { grant_type: "password" },
      body: { email: "a@b.example", password: "x" },
    },
  ],
  "renewing a session": [
    "refused",
    {
      method: "POST",
      path: "/auth/v1/token?grant_type=refresh_token",
      body: { refresh_token: "x" },
    },
  ],
  "reading projects": [
    "accepted",
    read("projects", {
      ...{ id: `eq.${ID}`, name: "ilike.*a*", position: "gte.1", stack: "cs.{a}" },
      or: "(name.eq.a,start_month.is.null)",
    }),
  ],
  "reading experience": [
    "accepted",
    read("experience", { start_month: "gte.2020-01-01", revision: "in.(1,2)" }),
  ],
  "reading personal info": [
    "accepted",
    {
      path: "/rest/v1/personal_info",
      query: { select: "key,value", key: "in.(fullName)", value: "ilike.*a*" },
      headers: { "accept-profile": "public" },
    },
  ],
  "reading a table that visitors have no right to": [
    "refused",
    read("workspace_files", { size: "gt.1" }),
  ],
  "sending a message": [
    "accepted",
    add("messages", {
      ...{ id: randomUUID(), name: "Ada", email: "ada@b.example", subject: "Hello", message: "x" },
      is_read: false,
    }),
  ],
  "recording a visit": ["accepted", add("visits", { referrer_host: "a.example" })],
  "following a link": ["accepted", add("link_clicks", { target: "https://a.example" })],
  "calling a function of the secret key": [
    "refused",
    call("share_paths", { token: "x", pass: "", files: [ID] }),
  ],
  "calling a function of signed-in users": ["refused", call("count_items", { folders: [ID] })],
  "calling a function by GET": [
    "refused",
    { path: "/rest/v1/rpc/note_changes", query: { since: "0", max_rows: "10" } },
  ],
  "reading a public object": [
    "refused",
    {
      path: "/storage/v1/object/public/{}/{}",
      query: { download: "x" },
    },
  ],
  "reading a part of a public object": [
    "accepted",
    {
      path: "/storage/v1/object/public/{object}",
      query: { download: "x" },
      headers: {
        ...{ range: "bytes=0-1", "if-range": '"x"', "if-none-match": '"x"' },
        "if-modified-since": "x",
      },
    },
  ],
  "reading what is known of an object": [
    "refused",
    { path: "/storage/v1/object/info/public/{}/{}" },
  ],
  "opening a signed URL": [
    "refused",
    { path: "/storage/v1/object/sign/{}/{}", query: { token: "x.y.z", download: "x" } },
  ],
  "signing a URL": [
    "accepted",
    {
      method: "POST",
      path: "/storage/v1/object/sign/workspace-files",
      body: { expiresIn: 60, paths: ["x"], share: `${ID}.x` },
    },
  ],
  "listing objects": [
    "accepted",
    {
      method: "POST",
      path: "/storage/v1/object/list/profile-pictures",
      body: {
        prefix: "x",
        limit: 1,
        offset: 0,
        search: "x",
        sortBy: { column: "name", order: "asc" },
      },
    },
  ],
  "sending a file at once": [
    "refused",
    {
      method: "POST",
      path: "/storage/v1/object/workspace-files/{}",
      headers: { "x-upsert": "false", "cache-control": "3600", "content-type": "text/plain" },
      body: Buffer.from("x"),
    },
  ],
  "sending files together": [
    "refused",
    {
      method: "POST",
      path: "/storage/v1/object/batch/{}",
      body: [{ path: "x", type: "x", size: 1 }],
    },
  ],
  "moving an object": [
    "refused",
    {
      method: "POST",
      path: "/storage/v1/object/move",
      body: { bucketId: "workspace-files", sourceKey: "x", destinationKey: "y" },
    },
  ],
  "deleting objects": [
    "refused",
    { method: "DELETE", path: "/storage/v1/object/workspace-files", body: { prefixes: ["x"] } },
  ],
  "beginning an upload": [
    "refused",
    {
      method: "POST",
      path: "/storage/v1/upload/resumable",
      headers: {
        ...{ "tus-resumable": "1.0.0", "upload-length": "1", "x-upsert": "false" },
        "upload-metadata": `bucketName ${btoa("workspace-files")},objectName ${btoa("x/y")}`,
      },
    },
  ],
  "sending bytes of an upload": [
    "refused",
    {
      method: "PATCH",
      path: "/storage/v1/upload/resumable/{upload}",
      headers: {
        ...{ "tus-resumable": "1.0.0", "upload-offset": "1", "upload-checksum": "x" },
        ...{ "content-type": "application/offset+octet-stream", "x-http-method-override": "x" },
      },
      body: Buffer.from("x"),
    },
  ],
  "asking how much has arrived": [
    "accepted",
    {
      method: "HEAD",
      path: "/storage/v1/upload/resumable/{upload}",
      headers: { "tus-resumable": "1.0.0" },
    },
  ],
  "continuing an upload": [
    "refused",
    {
      method: "PATCH",
      path: "/storage/v1/upload/resumable/{}",
      headers: {
        ...{ "tus-resumable": "1.0.0", "upload-offset": "0" },
        "content-type": "application/offset+octet-stream",
      },
      body: Buffer.from("x"),
    },
  ],
  "a token of one's own": [
    "refused",
    {
      path: "/auth/v1/user",
      headers: { authorization: "Bearer a.b.c", apikey: "x", cookie: "a=b" },
    },
  ],
  "creating the owner": [
    "refused",
    {
      method: "POST",
      path: "/setup/v1/owner",
      body: { token: "x", email: "a@b.example", password: "a long enough password" },
    },
  ],
  "asking for a restore": ["accepted", { path: "/setup/v1/archive", query: { id: ID } }],
  "downloading an archive": ["refused", { path: "/backup/v1/archive", query: { ticket: "x" } }],
  "converting a picture": [
    "refused",
    { method: "POST", path: "/picture/v1/avif", query: { width: "1" }, body: Buffer.from("x") },
  ],
  "opening a file of the page": [
    "refused",
    { path: "/assets/{}", headers: { "accept-encoding": "gzip", "if-none-match": '"x"' } },
  ],
  "opening the page": [
    "accepted",
    {
      path: "/",
      query: { lang: "de" },
      headers: { accept: "text/html", "accept-language": "de", "user-agent": "x", referer: "x" },
    },
  ],
};

describe("strangers get no 5xx, whatever they send", () => {
  it.each(Object.entries(doors))("strangers get no 5xx: %s", async (_name, [outcome, given]) => {
    let door = given;
    for (const [word, place] of Object.entries(places)) {
      door = { ...door, path: door.path.replace(word, place) };
    }
    const { url, secrets } = door.path.startsWith("/setup") ? fresh : gateway;
    const headers = { apikey: secrets.publishableKey, "content-type": "application/json" };
    const [[unchanged] = []] = await answersOf(url, headers, door, [[]]);
    expect(outcome === "accepted" ? [200, 201] : [400, 401, 403, 404, 409]).toContain(unchanged);
    const changes = [...singleChanges(door), ...fc.sample(severalChanges(door), SEVERAL)];
    const answers = await answersOf(url, headers, door, changes);
    expect(answers.filter(([status]) => status >= 500)).toEqual([]);
  });
});
