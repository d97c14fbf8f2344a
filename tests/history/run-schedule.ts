import { createAccount } from "../support/pages/accounts.ts";
import { noteActions, Skipped, sceneOf } from "./actions/notes-actions.ts";
import { taskActions } from "./actions/task-actions.ts";
import { trashActions } from "./actions/trash-actions.ts";
import { Device, type NewEvent, type Session, type Tab } from "./device.ts";
import type { Fault } from "./fault.ts";
import { faultActions, tabActions } from "./fault-actions.ts";
import { healAndCompare } from "./heal.ts";
import type { Event, History } from "./history.ts";
import type { Part } from "./part.ts";
import { PARTS } from "./parts.ts";
import { readVersions } from "./recorder.ts";
import { type Schedule, type Step, tokenOf } from "./schedule.ts";
import type { World } from "./world.ts";

/** Counts of a schedule's run, in addition to its history. */
export interface Run {
  history: History;
  figures: Figures;
  /** Descriptions of steps that could not be done, with the reasons. */
  skipped: string[];
}

export interface Figures {
  steps: number;
  done: number;
  tokens: number;
  saved: number;
  /** Number of contents passed to the drive, and of contents that it reported as stored. */
  contents: number;
  stored: number;
  links: number;
  visits: number;
  versions: number;
  commits: number;
  decisions: number;
  tabsKilled: number;
  serversKilled: number;
  databasesKilled: number;
  cuts: number;
  answersLost: number;
  requestsLost: number;
  evictions: number;
  seconds: number;
}

/** Runs a schedule for a new user, in fresh browser profiles. */
export async function runSchedule(
  world: World,
  schedule: Schedule,
  fault: Fault | null = null,
): Promise<Run> {
  const started = Date.now();
  const before = { ...world.kills };
  const events: Event[] = [];
  const record = (event: NewEvent, at = Date.now()) => void events.push({ ...event, at } as Event);
  const user = await startUser(world, schedule.seed);
  if (fault?.plant) await world.sql.unsafe(fault.plant);
  const devices = await Promise.all(
    schedule.devices.map((shape, index) =>
      Device.start(index, shape, {
        browser: world.browser,
        port: (server) => world.ports[server],
        signIn: user.signIn,
        scripts: fault?.script ? [fault.script] : [],
        record,
        events,
        seen: (tab, state) => {
          for (const { seen } of PARTS) seen?.(tab, state);
        },
      }),
    ),
  );
  try {
    const skipped: string[] = [];
    let done = 0;
    let tabsKilled = 0;
    for (const round of schedule.rounds) {
      await Promise.all(
        round.map(async (step) => {
          const reason = await runStep({ world, devices, step, seed: schedule.seed });
          if (reason) skipped.push(`${step.action}: ${reason}`);
          else done += 1;
          if (!reason && step.action === "kill tab") tabsKilled += 1;
        }),
      );
    }
    for (const [index, { closes }] of schedule.devices.entries())
      for (const tab of closes ? (devices[index]?.tabs ?? []) : []) {
        if (tab.page) tabsKilled += 1;
        await tab.crash().catch(() => {});
      }
    const end = await healAndCompare(world, devices, user);
    const versions = await readVersions(world.sql, user.id);
    const history: History = { first: user.first, versions, events, ...end };
    const count = (kind: Event["kind"]) => events.filter((event) => event.kind === kind).length;
    const network = (name: keyof Device["network"]["counts"]) =>
      devices.reduce((sum, device) => sum + device.network.counts[name], 0);
    return {
      history,
      skipped,
      figures: {
        steps: schedule.rounds.flat().length,
        done,
        tokens: count("typed"),
        saved: count("saved"),
        contents: count("content"),
        stored: count("stored"),
        links: count("linked"),
        visits: count("visited"),
        versions: versions.length,
        commits: new Set(versions.map(({ commit }) => commit)).size,
        decisions: count("decision"),
        tabsKilled,
        serversKilled: world.kills.servers - before.servers,
        databasesKilled: world.kills.databases - before.databases,
        cuts: network("cuts"),
        answersLost: network("answersLost"),
        requestsLost: network("requestsLost"),
        evictions: count("evicted"),
        seconds: (Date.now() - started) / 1000,
      },
    };
  } finally {
    await Promise.all(devices.map((device) => device.close()));
    await world.recover();
    if (fault?.remove) await world.sql.unsafe(fault.remove);
  }
}

/** Actions in a living tab. */
const actions: Part["actions"] = Object.assign(
  {},
  noteActions,
  trashActions,
  taskActions,
  tabActions,
  ...PARTS.map((part) => part.actions),
);

interface StepScene {
  world: World;
  devices: readonly Device[];
  step: Step;
  seed: number;
}

/** @returns why the step could not be done; null if it was. */
async function runStep({ world, devices, step, seed }: StepScene): Promise<string | null> {
  const device = devices[step.device] as Device;
  const tab = device.tabs[step.tab % device.tabs.length] as Tab;
  try {
    const breaks = faultActions[step.action];
    if (breaks) {
      await breaks({ world, device, tab, step });
      return null;
    }
    if (!tab.page) await reopen(world, tab);
    const act = actions[step.action];
    if (!act || !tab.page) throw new Error(`${step.action} has no meaning.`);
    await act(sceneOf(tab, tab.page, step, seed));
    await tab.look();
    for (const part of PARTS) await part.look?.(tab);
    return null;
  } catch (error) {
    // Steps may fail while a fault is active.
    if (error instanceof Skipped) return error.message;
    return `unfinished: ${String(error).split("\n")[0]}`;
  }
}

async function reopen(world: World, tab: Tab): Promise<void> {
  if (tab.device.network.isCut()) throw new Skipped("the tab is dead and has no network");
  await world.recover();
  await tab.open();
}

/** Creates a workspace user with a few notes and tasks. */
async function startUser(world: World, seed: number) {
  const keys = await world.keys();
  const origin = `http://127.0.0.1:${world.ports[0]}`;
  const site = { origin, sql: world.sql, secrets: async () => keys };
  const { id, email, password } = await createAccount(site, "workspace");
  await world.sql`truncate history.versions, history.commits`;
  const first: string[] = [];
  const token = () => {
    const next = tokenOf(seed, 9000 + first.length);
    first.push(next);
    return next;
  };
  const item = (checked: boolean) => `<li data-checked="${checked}"><p>${token()}</p></li>`;
  const contents = [
    `<p>${token()}</p>`,
    `<p>${token()}</p><p>${token()}</p>`,
    `<ul data-type="checklist">${item(false)}${item(false)}${item(true)}</ul>`,
    "",
  ];
  for (const content of contents) {
    const note = { user_id: id, title: `Note ${token()}`, content };
    await world.sql`insert into workspace_notes ${world.sql(note)}`;
  }
  for (const [index, status] of [
    "todo",
    "todo",
    "todo",
    "inprogress",
    "inprogress",
    "done",
  ].entries()) {
    const order = [0, 1, 2, 0, 1, 0][index] ?? 0;
    const task = { user_id: id, title: `Task ${token()}`, status, order };
    await world.sql`insert into workspace_tasks ${world.sql(task)}`;
  }
  let sessions = 0;
  const signIn = async (): Promise<Session> => {
    sessions += 1;
    const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: {
        apikey: keys.publishableKey,
        "content-type": "application/json",
        "x-forwarded-for": `10.${seed % 250}.1.${sessions}`,
      },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`Sign-in: ${response.status} ${await response.text()}`);
    return (await response.json()) as Session;
  };
  const { access_token } = await signIn();
  const request = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const isText = typeof body === "string";
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        apikey: keys.publishableKey,
        authorization: `Bearer ${access_token}`,
        "content-type": isText ? "text/plain" : "application/json",
      },
      body: isText ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  for (const { prepare } of PARTS) await prepare?.({ sql: world.sql, id, request, token });
  return { id, first, signIn };
}
