import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkHistory } from "./checks/checks.ts";
import type { Violation } from "./checks/violation.ts";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import { addFigures, figuresText } from "./report.ts";
import { type Run, runSchedule } from "./run-schedule.ts";
import { describe, drawSchedule, type Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";
import { startWorld, type World } from "./world.ts";

// npm run test:history -- --seed 7                 one seed
// npm run test:history -- --seeds 1-200            many; the first failing one is shrunk
// npm run test:history -- --seeds 1-30 --fault all  each planted fault (or a,b), until it is found
// --lanes 2 uses that many worlds at the same time
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    steps: { type: "string", default: "32" },
    fault: { type: "string" },
    shrink: { type: "string", default: "12" },
    lanes: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
});
const [first = 1, last = first] = (values.seeds ?? values.seed ?? "1-3").split("-").map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** Worlds start sequentially, so that none takes a port that another one has found free. */
let starting: Promise<unknown> = Promise.resolve();
const worlds: World[] = [];
for (const signal of ["SIGINT", "SIGTERM"]) {
  // Their servers and databases are processes that would go on.
  process.once(signal, async () => {
    await Promise.allSettled(worlds.map((world) => world.stop()));
    process.exit(1);
  });
}
const result = values.fault ? await findFaults(values.fault) : await runSeeds();
// Writes the report for scripts/test.mjs, which counts the seeds.
await mkdir("test-results", { recursive: true });
await writeFile("test-results/history.json", JSON.stringify(result));
console.log(`\n${result.passed} passed, ${result.failed} failed`);
process.exit(result.failed === 0 ? 0 : 1);

interface Result {
  passed: number;
  failed: number;
  names: string[];
}

async function runSeeds(): Promise<Result> {
  const total = addFigures();
  const failures: string[] = [];
  const started = Date.now();
  await inLanes(seeds, async (next) => {
    const world = await startNext();
    try {
      for (let seed = next(); seed !== undefined; seed = next()) {
        const { figures, violations } = await runSeed(world, seed, failures);
        total.add(figures);
        if (violations[0]) failures.push(`seed ${seed}: ${violations[0].text}`);
      }
    } finally {
      await world.stop();
    }
  });
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(`\n${seeds.length} seeds in ${minutes} minutes: ${figuresText(total.sum())}`);
  return {
    passed: seeds.length - failures.length,
    failed: failures.length,
    names: failures,
  };
}

/** Runs a seed. If it is the first that fails, prints a smaller failing schedule. */
async function runSeed(world: World, seed: number, failures: readonly string[]) {
  const schedule = scheduleOf(seed);
  const { run, violations } = await check(world, schedule);
  const lines = [
    `seed ${seed}: ${figuresText(run.figures)}`,
    ...skippedIn(run),
    ...textsOf(violations),
  ];
  console.log(lines.join("\n"));
  if (violations.length > 0) {
    const runs = failures.length === 0 ? Number(values.shrink) : 0;
    const fails = async (smaller: Schedule) =>
      (await check(world, smaller)).violations.some(({ check }) => check === violations[0]?.check);
    const smallest = await shrink(schedule, fails, runs);
    console.log(`\nThe schedule:\n${describe(smallest)}\n`);
  }
  return { figures: run.figures, violations };
}

/** Lets each lane process tasks until none remains or a lane fails. */
async function inLanes<Task>(
  tasks: readonly Task[],
  run: (next: () => Task | undefined) => Promise<void>,
): Promise<void> {
  const left = [...tasks];
  const lanes = Array.from({ length: Math.min(Number(values.lanes), tasks.length) }, () =>
    run(() => left.shift()).finally(() => left.splice(0)),
  );
  // Every lane stops its world before the process ends.
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}

function startNext(settings?: Parameters<typeof startWorld>[0]): Promise<World> {
  const started = starting.then(() => startWorld(settings));
  starting = started.then(
    (world) => worlds.push(world),
    () => {},
  );
  return started;
}

/** Runs seeds with a planted fault until one of them finds it. */
async function findFaults(name: string): Promise<Result> {
  const chosen = FAULTS.filter((fault) => name === "all" || name.split(",").includes(fault.name));
  if (chosen.length === 0)
    throw new Error(`There are: all, ${FAULTS.map((fault) => fault.name).join(", ")}.`);
  const missed: string[] = [];
  await inLanes(chosen, async (next) => {
    let world: World | null = null;
    for (let fault = next(); fault; fault = next()) {
      // A fault with PostgreSQL settings needs its own world.
      if (fault.settings) await world?.stop();
      if (!world || fault.settings) world = await startNext(fault);
      const found = await findFault(world, fault);
      if (!found) missed.push(fault.name);
      console.log(
        `${fault.name} (${fault.what}): ${found ?? `not found by ${seeds.length} seeds`}`,
      );
      if (!fault.settings) continue;
      await world.stop();
      world = null;
    }
    await world?.stop();
  });
  return { passed: chosen.length - missed.length, failed: missed.length, names: missed };
}

async function findFault(world: World, fault: Fault): Promise<string | null> {
  for (const [index, seed] of seeds.entries()) {
    const { violations } = await check(world, scheduleOf(seed), fault);
    if (values.verbose) console.log(textsOf(violations).join("\n"));
    const [found] = violations;
    if (found) return `seed ${seed}, after ${index + 1}: ${found.check}: ${found.text}`;
  }
  return null;
}

function scheduleOf(seed: number): Schedule {
  return drawSchedule(seed, Number(values.steps));
}

async function check(world: World, schedule: Schedule, fault: Fault | null = null) {
  if (values.verbose) console.log(describe(schedule));
  const run = await runSchedule(world, schedule, fault);
  const violations = checkHistory(run.history);
  if (values.verbose && violations.length > 0) {
    for (const event of run.history.events) console.log(JSON.stringify(event));
    for (const version of run.history.versions) console.log(JSON.stringify(version));
  }
  return { run, violations };
}

function textsOf(violations: readonly Violation[]): string[] {
  return violations.map(({ check, text }) => `  ${check}: ${text}`);
}

function skippedIn({ skipped }: Run): string[] {
  return skipped
    .filter((reason) => values.verbose || reason.includes("unfinished"))
    .map((reason) => `  ${reason}`);
}
