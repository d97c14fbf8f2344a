import { expect } from "@playwright/test";
import type { Sql } from "../../server/database/connect.ts";
import { goTo, resolveConflict, type Scene, sceneOf } from "./actions/notes-actions.ts";
import { COLUMNS, submitLine } from "./actions/task-actions.ts";
import { linesOf } from "./checks/checks.ts";
import type { Device, Tab } from "./device.ts";
import { lookAgain } from "./fault-actions.ts";
import {
  type History,
  PICTURE,
  type Shown,
  type StoredRow,
  shownLabels,
  storedText,
  textOf,
} from "./history.ts";
import { type PageState, toShown } from "./page-state.ts";
import { PARTS } from "./parts.ts";
import { type Step, tokensIn } from "./schedule.ts";
import type { World } from "./world.ts";

/** The final state: the database, the tabs, and whatever did not come to rest. */
export type End = Omit<History, "first" | "versions" | "events">;

/** Repairs everything, lets every tab finish its pending work, and reads what all tabs show. */
export async function healAndCompare(
  world: World,
  devices: readonly Device[],
  { id: userId, first }: { id: string; first: readonly string[] },
): Promise<End> {
  await world.recover();
  const tabs = devices.flatMap((device) => device.tabs);
  const restless: string[] = [];
  await Promise.all(devices.map((device) => device.reconnect()));
  await Promise.all(tabs.map((tab) => tab.page ?? tab.open()));
  for (let attempt = 1; ; attempt += 1) {
    const ends = await Promise.all(tabs.map(comeToRest));
    const drafts = (await Promise.all(devices.map(queuesOf))).flat();
    // A finished tab may take over drafts that another tab of its device has left.
    if (drafts.length > 0 && attempt < REST_ATTEMPTS) continue;
    restless.push(...ends.flatMap((reason) => reason ?? []), ...drafts);
    break;
  }
  const stored = await readStored(world.sql, userId);
  const shown: Record<string, Shown> = {};
  await Promise.all(
    tabs.map(async (tab) => {
      shown[tab.name] = await readWhenEqual(tab, stored);
    }),
  );
  const later = await readStored(world.sql, userId);
  const [before, after] = [linesOf(stored), linesOf(later)];
  const changed = [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
  if (changed.length > 0)
    restless.push(`The database has changed although every tab was at rest: ${changed.join(", ")}`);
  const ends = await Promise.all(
    PARTS.map((part) => part.finish?.({ world, devices, userId, first })),
  );
  return Object.assign({ stored, shown, restless }, ...ends);
}

const REST_ATTEMPTS = 4;

/**
 * Maximum milliseconds for a tab to finish everything and to show the database's state: on a busy
 * machine, every screen takes seconds.
 */
const REST_MS = 90_000;
const CONVERGED_MS = 90_000;

/** @returns why the tab did not come to rest; null if it did. */
async function comeToRest(tab: Tab): Promise<string | null> {
  let doing = "";
  const rest = async () => {
    try {
      doing = await restStep(tab);
    } catch (error) {
      doing = String(error).split("\n")[0] ?? "";
    }
    expect(doing).toBe("");
  };
  return expect(rest)
    .toPass({ timeout: REST_MS, intervals: [100] })
    .then(
      () => null,
      () => `Tab ${tab.name} did not come to rest: ${doing}`,
    );
}

/** @returns what the tab is still doing; empty if nothing. */
async function restStep(tab: Tab): Promise<string> {
  if (!tab.page) await tab.open();
  const scene = sceneIn(tab);
  await lookAgain(scene);
  // Leaving the screen submits the text in the box for a new note.
  await goTo(scene, "tasks");
  for (const name of COLUMNS) {
    const line = scene.page.getByLabel(`New task in ${name}`);
    await submitLine(tab, line);
    const footer = line.locator("../..");
    if ((await footer.locator("p[aria-busy]").count()) > 0) return "a task is not added";
  }
  // Moves of tasks that others have moved or deleted meanwhile.
  const refused = scene.page.getByRole("button", { name: "Discard", exact: true });
  while ((await refused.count()) > 0) await refused.first().click();
  const board = await tab.look();
  if (board?.state) return `the board: ${board.state}`;
  const before = await goTo(scene, "notes");
  if (before.state?.endsWith("in the meantime")) {
    await resolveConflict(scene);
    await scene.page.keyboard.press("Escape");
  }
  let state: PageState | null = null;
  await expect(async () => {
    state = await tab.look();
    expect(state?.state).toBe(null);
  })
    .toPass({ timeout: 2_000, intervals: [10, 20, 50] })
    .catch(() => {});
  const { state: said = null } = (state as PageState | null) ?? {};
  if (said !== null) return said;
  for (const { rest } of PARTS) {
    const doing = await rest?.(scene);
    if (doing) return doing;
  }
  const requests = [...tab.writes].map((request) => `${request.method()} ${request.url()}`);
  return requests.length > 0 ? `under way: ${requests.join(", ")}` : "";
}

/** Looks until the tab shows what is stored, or a time limit is reached. */
async function readWhenEqual(tab: Tab, stored: Shown): Promise<Shown> {
  const wanted = linesOf(stored).sort();
  let shown: Shown = { notes: [], board: [] };
  const read = async () => {
    const scene = sceneIn(tab);
    const notes = await goTo(scene, "notes");
    await lookAgain(scene);
    const archive = await goTo(scene, "notes?archive");
    const board = await goTo(scene, "tasks");
    await lookAgain(scene);
    const lines: string[] = [];
    for (const part of PARTS) lines.push(...((await part.shown?.(scene)) ?? []));
    shown = { ...toShown(notes.cards, archive.cards, board.tasks), lines };
    expect(linesOf(shown).sort()).toEqual(wanted);
  };
  await expect(read)
    .toPass({ timeout: CONVERGED_MS, intervals: [100] })
    .catch(() => {});
  return shown;
}

/** The last choice is to keep both; `patienceOf` recognizes this step by its number. */
const HEALING: Step = { number: 0, action: "look again", device: 0, tab: 0, pick: 0, choice: 2 };

function sceneIn(tab: Tab): Scene {
  if (!tab.page) throw new Error(`Tab ${tab.name} is dead.`);
  return sceneOf(tab, tab.page, HEALING, 0);
}

/** Drafts that remain on a device after everything was sent. */
async function queuesOf({ tabs: [tab] }: Device): Promise<string[]> {
  const reading = tab?.page?.evaluate(async () => {
    const known = await indexedDB.databases();
    const left: string[] = [];
    for (const [name, store] of [
      ["foyer-workspace-drafts", "notes"],
      ["foyer-workspace-changes", "tasks"],
    ] as const) {
      // Opening the database before the page does would create it without its store.
      if (!known.some((one) => one.name === name)) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const asked = database.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => {
        asked.onsuccess = resolve;
      });
      database.close();
      left.push(...asked.result.map((draft) => JSON.stringify(draft).slice(0, 200)));
    }
    return left;
  });
  const drafts = await reading?.catch((error) => [`The drafts cannot be read: ${error}`]);
  const left = (drafts ?? []).map((draft) => `A draft is left: ${draft}`);
  for (const { queues } of PARTS) if (tab?.page && queues) left.push(...(await queues(tab.page)));
  return left.map((text) => `On the device of ${tab?.name}: ${text}`);
}

/** Reads the database's state in the same form as a tab's. */
async function readStored(sql: Sql, userId: string): Promise<Shown> {
  const notes = await sql<(StoredRow & { id: string })[]>`
    select id, title, content, color, is_pinned, is_archived, labels from workspace_notes
    where user_id = ${userId}`;
  const tasks = await sql<
    { id: string; title: string; status: string; due: string; repeats: boolean }[]
  >`
    select id, title, status, coalesce(to_char(due_date at time zone 'UTC', 'YYYY-MM-DD'), '') as due,
      recurrence is not null as repeats
    from workspace_tasks where user_id = ${userId}
    order by status, "order", id`;
  return {
    notes: notes.map((note) => ({
      id: note.id,
      archived: note.is_archived ?? false,
      text: storedText(note),
      pinned: note.is_pinned ?? false,
      color: note.color ?? "",
      checked: [...(note.content ?? "").matchAll(/data-checked="(true|false)"/g)]
        .map(([, value]) => (value === "true" ? "x" : "-"))
        .join(""),
      labels: shownLabels(note.labels ?? []),
      picture: tokensIn([...(note.content ?? "").matchAll(PICTURE)][0]?.[2] ?? "")[0] ?? "",
    })),
    board: tasks.map(({ title, ...task }) => ({ ...task, text: textOf(title, "") })),
    lines: (await Promise.all(PARTS.map((part) => part.stored?.(sql, userId) ?? []))).flat(),
  };
}
