import { expect } from "@playwright/test";
import { goTo, type Scene, Skipped } from "./actions/notes-actions.ts";
import type { Device, Tab } from "./device.ts";
import type { Action, Step } from "./schedule.ts";
import type { World } from "./world.ts";

/** Dependencies of a fault and of a user's reaction to it. */
interface Surroundings {
  world: World;
  device: Device;
  tab: Tab;
  step: Step;
}

async function killTab({ tab }: Surroundings): Promise<void> {
  if (!tab.page) throw new Skipped("the tab is dead");
  await tab.crash();
}

async function killServer({ world, step }: Surroundings): Promise<void> {
  await world.servers[step.pick % 2 === 0 ? 0 : 1].kill();
}

async function slowNetwork({ device, step }: Surroundings): Promise<void> {
  device.network.delay(50 + (step.choice % 4) * 100);
}

/**
 * Evicts the storage of an open tab in half of the cases; in the others, the tabs have died before.
 */
async function evictStorage({ device, step }: Surroundings): Promise<void> {
  if (step.choice % 2 === 0) for (const tab of device.tabs) await tab.crash();
  await device.evict(step.pick % 3 === 0);
}

/** Simulates that a month passes for pictures that no note uses; the database counts their days. */
async function passMonth({ world, tab }: Surroundings): Promise<void> {
  const files = await world.sql<{ id: string }[]>`
    update note_files set unused_since = unused_since - interval '31 days'
    where unused_since is not null returning file_id as id`;
  // The sweep moves them to the drive's trash.
  for (const { id } of files) tab.decide({ what: "delete", id });
}

/** Faults that need no running tab. */
export const faultActions: Partial<Record<Action, (around: Surroundings) => Promise<void>>> = {
  "kill tab": killTab,
  "kill server": killServer,
  "kill database": ({ world }) => world.database.kill(),
  "cut network": ({ device, step }) => device.cut(step.choice % 2 === 0),
  reconnect: ({ device }) => device.reconnect(),
  "slow network": slowNetwork,
  "lose answer": async ({ device }) => device.network.loseAnswer(),
  "lose request": async ({ device }) => device.network.loseRequest(),
  "evict storage": evictStorage,
  "a month passes": passMonth,
};

/** Simulates a user who returns to the window. */
export async function lookAgain({ page }: Pick<Scene, "page">): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
}

async function waitUntilSaved(scene: Scene): Promise<void> {
  await goTo(scene, "notes");
  await expect(async () => expect((await scene.tab.look())?.state).toBe(null))
    .toPass({ timeout: 2_500, intervals: [20, 50] })
    .catch(() => {});
}

async function reloadTab({ tab }: Scene): Promise<void> {
  if (tab.device.network.isCut()) throw new Skipped("no network");
  await tab.reload();
}

/** Steps of a user with a tab, besides those with notes and tasks. */
export const tabActions: Partial<Record<Action, (scene: Scene) => Promise<void>>> = {
  "look again": lookAgain,
  "wait until saved": waitUntilSaved,
  "reload tab": reloadTab,
};
