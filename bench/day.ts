/**
 * A day of load: what do visitors cost the people who are signed in? 200 connections request `/`
 * without a pause while the owner edits a project and the workspace user types in a note and
 * uploads files of 2 MB. Prints the visitors' slowest percent, the times of owner and user beside
 * those on the idle server (at most 3 times), whether each edit was in the page at once, and the
 * server's memory. Then the idle server is left alone, and its processes' wake-ups and memory are
 * counted.
 *
 * `FOYER_BENCH_SECONDS=60 npm run bench -- day` takes one minute of load instead of five.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { residentMegabytes } from "../tests/support/bench/memory.ts";
import { createAccount } from "../tests/support/pages/accounts.ts";
import { signIn } from "../tests/support/pages/sessions.ts";
import { temporaryDataDir } from "../tests/support/sites/built-server.ts";
import { owner, startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median, timed } from "./support/median.ts";
import { type ProcessUse, processTree } from "./support/process-tree.ts";

const SECONDS = Number(process.env.FOYER_BENCH_SECONDS ?? 300);
/** Seconds of load before anything is measured, and of the idle server's own measurements. */
const WARM_UP_SECONDS = 10;
const REFERENCE_SECONDS = Math.min(30, SECONDS);
const CONNECTIONS = 200;
const UPLOAD = new Uint8Array(randomBytes(2_000_000));

/** Milliseconds between two actions of the same kind. */
const PAUSES = { edit: 2000, type: 500, upload: 2000 };
type Action = keyof typeof PAUSES;
type Times = Record<Action | "page after an edit", number[]>;

type Body = Uint8Array<ArrayBuffer> | Record<string, unknown>;

/** The largest accepted ratio of a time under load to that on the idle server. */
const LARGEST_RATIO = 3;
/** The largest accepted growth of the server's memory from the second quarter to the last one. */
const LARGEST_GROWTH = 1.1;

/** Seconds after which connections of the load and to the database have closed. */
const QUIET_AFTER_SECONDS = 90;
const QUIET_SECONDS = 60;

// Not a prepared directory, whose database does not wait for its disk.
const dataDir = await temporaryDataDir();
const site = await startBuiltSite({}, { dataDir });
let failed = false;
try {
  const act = await signInBoth();
  await startLoad(WARM_UP_SECONDS).done;
  await work(act, 5);
  const idle = await work(act, REFERENCE_SECONDS);
  const load = startLoad(SECONDS);
  const memory = sampleMemory(SECONDS);
  const busy = await work(act, SECONDS - 2);
  const visitors = await load.done;
  console.log(
    `${CONNECTIONS} visitors, ${SECONDS} s: ${visitors.requests.total} requests (${Math.round(visitors.requests.average)}/s), median ${visitors.latency.p50} ms, p99 ${visitors.latency.p99} ms, slowest ${visitors.latency.max} ms`,
  );
  check(visitors.errors + visitors.non2xx === 0, "errors", visitors.errors + visitors.non2xx);
  for (const name of Object.keys(busy.times) as (keyof Times)[]) {
    const [own, reference] = [median(busy.times[name]), median(idle.times[name])];
    const slowest = Math.max(...busy.times[name]);
    console.log(
      `${name}: ${own.toFixed(1)} ms beside ${reference.toFixed(1)} ms idle, slowest of ${busy.times[name].length} ${slowest.toFixed(0)} ms`,
    );
    // The next page is a visitor's.
    const isTooSlow = name in PAUSES && own > LARGEST_RATIO * reference;
    check(!isTooSlow, `${name}, ratio`, (own / reference).toFixed(2));
  }
  check(
    busy.stale === 0,
    `edits missing in the page requested next, of ${busy.times.edit.length}`,
    busy.stale,
  );
  const quarters = await memory;
  check(
    (quarters[3] ?? 0) <= LARGEST_GROWTH * (quarters[1] ?? 0),
    "memory of the server (RSS) in each quarter, MB",
    quarters.join(", "),
  );
  await measureIdle();
} finally {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}
if (failed) process.exitCode = 1;

function check(holds: boolean, what: string, value: unknown): void {
  failed ||= !holds;
  console.log(`${what}: ${value}${holds ? "" : " (too much)"}`);
}

/** In a thread of its own, whose work does not delay this one's measurements. */
function startLoad(duration: number) {
  const options = { url: site.origin, connections: CONNECTIONS, duration, workers: 1 };
  return { done: autocannon({ ...options, headers: { "accept-encoding": "br" } }) };
}

/** @returns the actions, each of which resolves when it is answered. */
async function signInBoth(): Promise<Record<Action, (text: string) => Promise<unknown>>> {
  const account = await createAccount(site, "workspace");
  const { publishableKey: apikey } = await site.secrets();
  const [asOwner, asUser] = await Promise.all(
    [owner, account].map(async (person) => {
      const { access_token } = await signIn(site, person);
      const headers = { apikey, authorization: `Bearer ${access_token}` };
      return async (method: string, path: string, body: Body) => {
        const isFile = body instanceof Uint8Array;
        const type = isFile ? "application/octet-stream" : "application/json";
        const response = await fetch(`${site.origin}${path}`, {
          method,
          headers: { ...headers, "content-type": type, prefer: "return=representation" },
          body: isFile ? body : JSON.stringify(body),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return JSON.parse(text);
      };
    }),
  );
  if (!asOwner || !asUser) throw new Error("Nobody is signed in.");
  const [project] = await site.sql<{ id: string }[]>`select id from projects limit 1`;
  const [note] = await asUser("POST", "/rest/v1/workspace_notes", { user_id: account.id });
  return {
    edit: (name) => asOwner("PATCH", `/rest/v1/projects?id=eq.${project?.id}`, { name }),
    type: (text) =>
      asUser("PATCH", `/rest/v1/workspace_notes?id=eq.${note.id}`, { content: `<p>${text}</p>` }),
    async upload(name) {
      const size = UPLOAD.length;
      const path = await asUser("POST", "/rest/v1/rpc/reserve_upload", { name, size });
      await asUser("POST", `/storage/v1/object/workspace-files/${path}`, UPLOAD);
      const row = { user_id: account.id, name, size, storage_object_path: path };
      const kind = { is_folder: false, mimetype: "application/octet-stream" };
      await asUser("POST", "/rest/v1/workspace_files", { ...row, ...kind });
    },
  };
}

/** Owner and user work side by side, each kind of action one at a time. */
async function work(act: Record<Action, (text: string) => Promise<unknown>>, seconds: number) {
  const end = performance.now() + seconds * 1000;
  const times: Times = { edit: [], type: [], upload: [], "page after an edit": [] };
  let stale = 0;
  const repeat = async (name: Action) => {
    while (performance.now() < end) {
      const text = `${name} ${performance.now()}`;
      times[name].push(await timed(() => act[name](text)));
      if (name === "edit") {
        let page = "";
        const read = async () => {
          page = await (await fetch(site.origin)).text();
        };
        times["page after an edit"].push(await timed(read));
        if (!page.includes(text)) stale += 1;
      }
      await delay(PAUSES[name]);
    }
  };
  await Promise.all((Object.keys(PAUSES) as Action[]).map(repeat));
  return { times, stale };
}

/** @returns the average of each quarter, in megabytes. */
async function sampleMemory(seconds: number): Promise<number[]> {
  const quarters: number[] = [];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    let sum = 0;
    const samples = Math.floor(seconds / 4);
    for (let second = 0; second < samples; second += 1) {
      await delay(1000);
      sum += await residentMegabytes(site.process.pid);
    }
    quarters.push(Math.round(sum / samples));
  }
  return quarters;
}

async function measureIdle(): Promise<void> {
  // A connection of this program would not be idle.
  await site.sql.end();
  await delay(QUIET_AFTER_SECONDS * 1000);
  const before = await processTree(site.process.pid ?? 0);
  await delay(QUIET_SECONDS * 1000);
  const after = await processTree(site.process.pid ?? 0);
  const rates = after.map((use) => ({ ...use, perSecond: rateOf(use, before) }));
  for (const { name, bytes, perSecond } of rates) {
    console.log(
      `  ${name}: ${(bytes / 1e6).toFixed(1)} MB, woken ${perSecond.toFixed(2)} times a second`,
    );
  }
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const memory = sum(after.map(({ bytes }) => bytes)) / 1e6;
  console.log(`idle, all processes: ${memory.toFixed(0)} MB`);
  const wakes = sum(rates.map(({ perSecond }) => perSecond));
  check(wakes <= 1, "wake-ups a second of the idle server", wakes.toFixed(2));
}

function rateOf({ pid, wakes }: ProcessUse, before: readonly ProcessUse[]): number {
  return (wakes - (before.find((use) => use.pid === pid)?.wakes ?? 0)) / QUIET_SECONDS;
}
