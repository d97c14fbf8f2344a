import { createHash, randomBytes, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resumeAfterServerError } from "../../src/workspace/files/uploads/send-in-chunks.ts";
import { reserve, tusUpload } from "../support/drive-client.ts";
import { type Fleet, startFleet } from "../support/sites/fleet.ts";
import { type Person, signInWorkspaceUser, tokenOf } from "../support/sites/gateway.ts";

const SERVERS = 3;
/** Duration in seconds; smaller for trial runs. */
const SECONDS = Number(process.env.FOYER_SOAK_SECONDS ?? 600);
const KILL_EVERY_MS = 20_000;
/** Milliseconds after a change within which all servers must show the new page. */
const FRESH_MS = 3000;

let fleet: Fleet;
let person: Person;
beforeAll(async () => {
  fleet = await startFleet({ servers: SERVERS, env: { FOYER_DRIVE_QUOTA: "100GB" } });
  person = await signInWorkspaceUser(fleet);
});
afterAll(() => fleet?.stop());

test(`${SERVERS} servers, one killed every ${KILL_EVERY_MS / 1000} s: no acknowledged write is lost, uploads resume, sessions last, pages are fresh`, async () => {
  const end = Date.now() + SECONDS * 1000;
  const isOver = () => Date.now() >= end;
  const results = await Promise.all([
    killServers(isOver),
    writeMessages(isOver, "a"),
    writeMessages(isOver, "b"),
    writeNotes(isOver),
    uploadFiles(isOver),
    uploadFiles(isOver),
    refreshSession(isOver),
    changePage(isOver),
  ]);
  const [kills, messagesA, messagesB, notes, uploadsA, uploadsB, refreshes, delays] = results;

  const subjects = await fleet.sql<{ subject: string }[]>`select subject from public.messages`;
  const titles = await fleet.sql<{ title: string }[]>`select title from public.workspace_notes`;
  const stored = new Set([
    ...subjects.map(({ subject }) => subject),
    ...titles.map(({ title }) => title),
  ]);
  const acknowledged = [...messagesA, ...messagesB, ...notes];
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);

  const uploads = [...uploadsA, ...uploadsB];
  for (const { path, digest } of uploads) expect(await digestOf(path)).toBe(digest);
  const interrupted = uploads.filter(({ resumed }) => resumed);
  console.log(
    [
      `${SECONDS} s, ${kills} kills`,
      `${acknowledged.length} acknowledged rows, 0 lost`,
      `${uploads.length} uploads, ${interrupted.length} of them interrupted and resumed`,
      `${refreshes} refreshed tokens`,
      `${delays.length} changes of the page, the old one last served to a request after ${Math.max(...delays)} ms`,
    ].join("; "),
  );
  expect(kills).toBeGreaterThan(0);
  expect(acknowledged.length).toBeGreaterThan(SECONDS);
  expect(uploads.length).toBeGreaterThan(0);
  expect(Math.max(...delays)).toBeLessThanOrEqual(FRESH_MS);
});

async function killServers(isOver: () => boolean): Promise<number> {
  let kills = 0;
  while (!isOver()) {
    const started = Date.now();
    // The kill can interrupt the other workers at any moment.
    await delay(randomInt(KILL_EVERY_MS / 2));
    const index = randomInt(SERVERS);
    await fleet.kill(index);
    kills++;
    await fleet.restart(index);
    await delay(Math.max(0, KILL_EVERY_MS - (Date.now() - started)));
  }
  return kills;
}

/**
 * Writes with the secret key, to which visitors' limits do not apply.
 * @returns what was acknowledged.
 */
async function writeMessages(isOver: () => boolean, writer: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; !isOver(); count++) {
    const subject = `${writer} ${count}`;
    const body = { name: "n", email: "n@example.com", subject, message: "m" };
    const response = await fetch(`${fleet.url}/rest/v1/messages`, {
      method: "POST",
      headers: { apikey: fleet.secrets.secretKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    }).catch(() => null);
    await response?.arrayBuffer().catch(() => {});
    if (response?.status === 201) acknowledged.push(subject);
    await delay(50);
  }
  return acknowledged;
}

async function writeNotes(isOver: () => boolean): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; !isOver(); count++) {
    const title = `note ${count}`;
    const note = { user_id: person.id, title, content: "" };
    const { error } = await person.client.from("workspace_notes").insert(note);
    if (!error) acknowledged.push(title);
    await delay(100);
  }
  return acknowledged;
}

interface FinishedUpload {
  path: string;
  digest: string;
  /** Whether a server died during the upload. */
  resumed: boolean;
}

/** Every upload must arrive, with the retries of a browser. */
async function uploadFiles(isOver: () => boolean): Promise<FinishedUpload[]> {
  const finished: FinishedUpload[] = [];
  while (!isOver()) {
    const content = randomBytes(randomInt(7_000_000, 25_000_000));
    const path = await retry(() => reserve(person.client, "film", content.length));
    let resumed = false;
    const { upload, done } = tusUpload(fleet.url, await tokenOf(person.client), path, content, {
      ...resumeAfterServerError,
      retryDelays: Array.from({ length: 60 }, () => 500),
      onShouldRetry: () => {
        resumed = true;
        return true;
      },
    });
    upload.start();
    await done;
    finished.push({ path, digest: sha256(content), resumed });
    await delay(500);
  }
  return finished;
}

/** A lost response is requested again, like in a browser; a refusal would end the session. */
async function refreshSession(isOver: () => boolean): Promise<number> {
  let refreshes = 0;
  while (!isOver()) {
    await retry(async () => {
      const { error } = await person.client.auth.refreshSession();
      if (error?.status && error.status < 500) expect.fail(`The session ended: ${error.message}`);
      if (error) throw error;
    });
    refreshes++;
    await delay(3000);
  }
  return refreshes;
}

/**
 * @returns for each change, the milliseconds after which a request last returned the previous page.
 * The duration of a response depends on the machine and does not count.
 */
async function changePage(isOver: () => boolean): Promise<number[]> {
  const delays: number[] = [];
  for (let count = 0; !isOver(); count++) {
    const title = `Change ${count}.`;
    await fleet.sql`update public.projects set name = ${title}`;
    const changed = Date.now();
    const stale = await Promise.all(
      fleet.origins().map((origin) => lastWithout(title, origin, changed)),
    );
    delays.push(Math.max(0, ...stale));
    await delay(2000);
  }
  return delays;
}

/** Requests the page of a server until it contains the text or the server was killed. */
async function lastWithout(text: string, origin: string, since: number): Promise<number> {
  let last = 0;
  while (fleet.origins().includes(origin)) {
    const asked = Date.now() - since;
    const response = await fetch(origin).catch(() => null);
    const page = response?.status === 200 ? await response.text().catch(() => null) : null;
    if (page?.includes(text)) break;
    if (page !== null) last = asked;
    await delay(20);
  }
  return last;
}

async function digestOf(path: string): Promise<string> {
  const { data, error } = await person.client.storage.from("workspace-files").download(path);
  if (error) throw error;
  return sha256(Buffer.from(await data.arrayBuffer()));
}

/** Retries for up to a minute. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 120 || (error as Error).name === "AssertionError") throw error;
      await delay(500);
    }
  }
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
