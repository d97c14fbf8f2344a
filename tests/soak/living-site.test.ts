import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addRow, reserve } from "../support/drive-client.ts";
import { createObservations, type Observations } from "../support/observations.ts";
import { type Fleet, startFleet } from "../support/sites/fleet.ts";
import { type Person, signInWorkspaceUser, tokenOf } from "../support/sites/gateway.ts";

const SERVERS = 3;
/** Duration in seconds; smaller for trial runs. */
const SECONDS = Number(process.env.FOYER_SOAK_SECONDS ?? 300);
/**
 * Milliseconds for which rows are locked: longer than a visitor's read may take, and longer again
 * than its budget needs to be restored.
 */
const LOCKED_MS = 1200;
/** Milliseconds after which a request counts as unanswered. */
const UNANSWERED_MS = 30_000;

/** Milliseconds after which a server counts as unable to start. */
const RESTART_MS = 900_000;

let fleet: Fleet;
let person: Person;
let token = "";
/** Faults that are active now. */
const faults = new Set<string>();
const seen: Observations = createObservations(() => [...faults].join(" + ") || "nothing broken");
const done = { kills: 0, restarts: 0, locks: 0, cuts: 0 };

beforeAll(async () => {
  fleet = await startFleet({ servers: SERVERS, env: { FOYER_DRIVE_QUOTA: "100GB" } });
  person = await signInWorkspaceUser(fleet);
  token = await tokenOf(person.client);
});
afterAll(() => fleet?.stop());

test(`${SERVERS} servers, kills, restarts of the database, locked rows and storage that is cut off, for ${SECONDS} s: no 5xx on the page, no 404 for what exists, no acknowledged write lost`, async () => {
  const known = await storeWhatStays();
  const end = Date.now() + SECONDS * 1000;
  const isOver = () => Date.now() >= end;
  const results = await Promise.all([
    writeMessages(isOver),
    writeNotes(isOver),
    uploadFiles(isOver),
    refreshSession(isOver),
    changePage(isOver),
    readPage(isOver),
    readPage(isOver),
    readKnown(isOver, known),
    killServers(isOver),
    restartDatabase(isOver),
    lockRows(isOver),
    cutStorage(isOver),
  ]);
  const [messages, notes, uploads, , lastTitle] = results;
  console.log(
    `${SECONDS} s, ${JSON.stringify(done)}; acknowledged: ${messages.length} messages, ${notes.length} notes, ${uploads.length} files\n${seen.summary()}`,
  );

  const subjects = await fleet.sql<{ subject: string }[]>`select subject from public.messages`;
  const titles = await fleet.sql<{ title: string }[]>`select title from public.workspace_notes`;
  const stored = new Set([
    ...subjects.map(({ subject }) => subject),
    ...titles.map(({ title }) => title),
  ]);
  expect([...messages, ...notes].filter((name) => !stored.has(name))).toEqual([]);
  for (const { path, digest } of uploads) {
    const { data, error } = await person.client.storage.from("workspace-files").download(path);
    expect(error).toBeNull();
    expect(sha256(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(digest);
  }
  for (const origin of fleet.origins()) {
    await vi.waitFor(
      async () => expect(await (await fetch(origin)).text()).toContain(lastTitle),
      30_000,
    );
  }
  expect(seen.violations).toEqual([]);
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(0);
  expect(messages.length + notes.length).toBeGreaterThan(SECONDS);
  expect(uploads.length).toBeGreaterThan(0);
});

/** Data that exists during the whole run. */
interface Known {
  message: string;
  note: string;
  picture: string;
  file: string;
  digest: string;
}

async function storeWhatStays(): Promise<Known> {
  const bytes = randomBytes(200_000);
  const picture = `known-${randomUUID()}.png`;
  const key = { apikey: fleet.secrets.secretKey };
  const stored = await fetch(`${fleet.url}/storage/v1/object/profile-pictures/${picture}`, {
    method: "POST",
    headers: { ...key, "content-type": "image/png" },
    body: new Uint8Array(bytes),
  });
  expect(stored.status).toBe(200);
  const message = randomUUID();
  await fleet.sql`insert into public.messages ${fleet.sql({ id: message, ...messageOf("known") })}`;
  const note = randomUUID();
  await fleet.sql`insert into public.workspace_notes ${fleet.sql({ id: note, user_id: person.id, title: "known", content: "" })}`;
  const file = await upload("known", bytes);
  return { message, note, picture, file, digest: sha256(bytes) };
}

/** Any status but 200 means that a visitor gets no page, unless the server was killed. */
async function readPage(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const response = await ask("GET /", "/", { headers: { accept: "text/html" } });
    if (response && response.status !== 200) {
      seen.violation("GET /", `${response.status} ${response.text}`);
    }
    await delay(20);
  }
}

/** Checks that existing data is returned or reported as unavailable, and never as missing. */
async function readKnown(isOver: () => boolean, known: Known): Promise<void> {
  const service = { apikey: fleet.secrets.secretKey };
  const visitor = { apikey: fleet.secrets.publishableKey };
  const reads: [string, string, () => Record<string, string>, (text: string) => boolean][] = [
    [
      "message",
      `/rest/v1/messages?select=id&id=eq.${known.message}`,
      () => service,
      has(known.message),
    ],
    [
      "note",
      `/rest/v1/workspace_notes?select=id&id=eq.${known.note}`,
      userHeaders,
      has(known.note),
    ],
    [
      "skills",
      "/rest/v1/skills?select=id,skill_categories(name)",
      () => visitor,
      has("skill_categories"),
    ],
    [
      "picture",
      `/storage/v1/object/public/profile-pictures/${known.picture}`,
      () => ({}),
      is(known.digest),
    ],
    [
      "file",
      `/storage/v1/object/authenticated/workspace-files/${known.file}`,
      userHeaders,
      is(known.digest),
    ],
    ["user", "/auth/v1/user", userHeaders, has(person.id)],
    ["share image", "/og.png", () => ({}), () => true],
    ["resume", "/resume.json", () => ({}), has("basics")],
  ];
  while (!isOver()) {
    for (const [what, path, headers, isRight] of reads) {
      const response = await ask(what, path, { headers: headers() });
      if (!response) continue;
      const { status, text } = response;
      if (status === 200 ? !isRight(text) : ![503, 504].includes(status)) {
        seen.violation(what, `${status} ${text}`);
      }
    }
    await delay(50);
  }
}

const has = (part: string) => (text: string) => text.includes(part);
const is = (digest: string) => (text: string) => sha256(Buffer.from(text, "latin1")) === digest;

async function writeMessages(isOver: () => boolean): Promise<string[]> {
  const headers = { apikey: fleet.secrets.secretKey, "content-type": "application/json" };
  return writeAgain(isOver, "write a message", 50, (name) => ({
    path: "/rest/v1/messages",
    init: { method: "POST", headers, body: JSON.stringify(messageOf(name)) },
  }));
}

async function writeNotes(isOver: () => boolean): Promise<string[]> {
  return writeAgain(isOver, "write a note", 100, (title) => ({
    path: "/rest/v1/workspace_notes",
    init: {
      method: "POST",
      headers: { ...userHeaders(), "content-type": "application/json" },
      body: JSON.stringify({ user_id: person.id, title, content: "" }),
    },
  }));
}

/** @returns what was acknowledged. */
async function writeAgain(
  isOver: () => boolean,
  what: string,
  pause: number,
  request: (name: string) => { path: string; init: RequestInit },
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; !isOver(); count++) {
    const name = `${what} ${count}`;
    const { path, init } = request(name);
    const response = await ask(what, path, init);
    if (response?.status === 201) acknowledged.push(name);
    else if (response && ![503, 504].includes(response.status)) {
      seen.violation(what, `${response.status} ${response.text}`);
    }
    await delay(pause);
  }
  return acknowledged;
}

async function uploadFiles(isOver: () => boolean): Promise<{ path: string; digest: string }[]> {
  const stored: { path: string; digest: string }[] = [];
  while (!isOver()) {
    const bytes = randomBytes(randomInt(100_000, 3_000_000));
    const path = await upload("film", bytes).catch(() => null);
    seen.count("upload", path ? 200 : 0);
    if (path) stored.push({ path, digest: sha256(bytes) });
    await delay(300);
  }
  return stored;
}

/**
 * Uploads like the drive: reserves space, sends the bytes, adds the row.
 * @returns the path once all three were acknowledged.
 */
async function upload(name: string, bytes: Buffer): Promise<string> {
  const { client, id } = person;
  const path = await reserve(client, name, bytes.length);
  const { error } = await client.storage.from("workspace-files").upload(path, bytes);
  if (error) throw error;
  const row = { user_id: id, name: randomUUID(), storage_object_path: path, size: bytes.length };
  await addRow(client, row);
  return path;
}

async function refreshSession(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { data, error } = await person.client.auth.refreshSession();
    seen.count("refresh the session", error ? (error.status ?? 0) : 200);
    if (data.session) token = data.session.access_token;
    else if (error?.status && error.status < 500) seen.violation("session", error.message);
    await delay(3000);
  }
}

/** @returns the last title, which every server must finally show. */
async function changePage(isOver: () => boolean): Promise<string> {
  let title = "";
  for (let count = 0; !isOver(); count++) {
    const next = `Change ${count}.`;
    const changed = await fleet.sql`update public.projects set name = ${next}`.catch(() => null);
    if (changed) title = next;
    await delay(2000);
  }
  return title;
}

async function killServers(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await delay(randomInt(5000, 15_000));
    const index = randomInt(SERVERS);
    await during("a server is killed", async () => {
      await fleet.kill(index);
      done.kills++;
      // No server can start while the database or the bucket is unavailable, and on a busy machine
      // a start takes longer than the database stays available.
      await vi.waitFor(() => fleet.restart(index), { timeout: RESTART_MS, interval: 1000 });
    });
  }
}

/** Crashes the database less often than a cluster tolerates. */
async function restartDatabase(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await delay(randomInt(8000, 14_000));
    await during("the database restarts", () => fleet.restartDatabase());
    done.restarts++;
    await delay(Math.min(22_000, SECONDS * 200));
  }
}

async function lockRows(isOver: () => boolean): Promise<void> {
  const tables = ["projects", "skills", "personal_info", "messages", "workspace_notes"];
  while (!isOver()) {
    const table = tables[done.locks % tables.length] ?? "";
    await during(`${table} is locked`, () =>
      fleet.sql
        .begin(async (tx) => {
          await tx`lock table ${tx(table)} in access exclusive mode`;
          await delay(LOCKED_MS);
        })
        .then(
          () => done.locks++,
          () => 0,
        ),
    );
    await delay(800);
  }
}

async function cutStorage(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await delay(randomInt(5000, 15_000));
    await during("the bucket is unavailable", async () => {
      const restore = fleet.cutStorage();
      done.cuts++;
      await delay(randomInt(1000, 6000));
      restore();
    });
  }
}

async function during(fault: string, work: () => Promise<unknown>): Promise<void> {
  faults.add(fault);
  await work().finally(() => faults.delete(fault));
}

/**
 * Sends a request to one of the servers, as one of many visitors.
 * @returns null if the server was killed in the meantime.
 */
async function ask(what: string, path: string, init: RequestInit = {}) {
  const origins = fleet.origins();
  const origin = origins[randomInt(origins.length)] ?? "";
  const headers = new Headers(init.headers);
  headers.set("x-forwarded-for", `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`);
  try {
    const signal = AbortSignal.timeout(UNANSWERED_MS);
    const response = await fetch(`${origin}${path}`, { ...init, headers, signal });
    const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
    seen.count(what, response.status);
    return { status: response.status, text };
  } catch (error) {
    seen.count(what, 0);
    // This request may be the first to notice the end of a killed server.
    await delay(1000);
    if (fleet.origins().includes(origin)) seen.violation(what, `no answer: ${error}`);
    return null;
  }
}

const userHeaders = () => ({
  apikey: fleet.secrets.publishableKey,
  authorization: `Bearer ${token}`,
});

const messageOf = (subject: string) => ({
  name: "n",
  email: "n@example.com",
  subject,
  message: "m",
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
