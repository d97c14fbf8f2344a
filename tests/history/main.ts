import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkHistory, type Violation } from "./checks.ts";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import { addFigures, figuresText } from "./report.ts";
import { type Run, runSchedule } from "./run-schedule.ts";
import { describe, drawSchedule, type Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";
import { startWorld, type World } from "./world.ts";

// npm run test:history -- --seed 7                 one seed
// npm run test:history -- --seeds 1-200            many; the first failing one is shrunk
// npm run test:history -- --seeds 1-30 --fault all  each planted fault, until it is found
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    steps: { type: "string", default: "32" },
    fault: { type: "string" },
    shrink: { type: "string", default: "12" },
    verbose: { type: "boolean", default: false },
  },
});
const [first = 1, last = first] = (values.seeds ?? values.seed ?? "1-3").split("-").map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
const result = values.fault ? await findFaults(values.fault) : await runSeeds();
// For scripts/test.mjs, which counts them.
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
  const world = await startWorld();
  const total = addFigures();
  const failures: string[] = [];
  try {
    for (const seed of seeds) {
      const schedule = scheduleOf(seed);
      const { run, violations } = await check(world, schedule);
      total.add(run.figures);
      console.log(`seed ${seed}: ${figuresText(run.figures)}`);
      printSkipped(run);
      if (violations.length === 0) continue;
      failures.push(`seed ${seed}: ${violations[0]?.text}`);
      print(violations);
      const runs = failures.length === 1 ? Number(values.shrink) : 0;
      const fails = async (smaller: Schedule) =>
        (await check(world, smaller)).violations.some(
          ({ check }) => check === violations[0]?.check,
        );
      console.log(`\nThe schedule:\n${describe(await shrink(schedule, fails, runs))}\n`);
    }
  } finally {
    await world.stop();
  }
  console.log(`\n${seeds.length} seeds: ${figuresText(total.sum())}`);
  return {
    passed: seeds.length - failures.length,
    failed: failures.length,
    names: failures,
  };
}

/** Runs seeds with a planted fault until one of them finds it. */
async function findFaults(name: string): Promise<Result> {
  const chosen = FAULTS.filter((fault) => name === "all" || fault.name === name);
  if (chosen.length === 0)
    throw new Error(`There are: all, ${FAULTS.map((fault) => fault.name).join(", ")}.`);
  const missed: string[] = [];
  let world: World | null = null;
  for (const fault of chosen) {
    // Settings of PostgreSQL need one of its own.
    if (fault.settings) await world?.stop();
    if (!world || fault.settings) world = await startWorld(fault);
    const found = await findFault(world, fault);
    if (!found) missed.push(fault.name);
    console.log(`${fault.name} (${fault.what}): ${found ?? `not found by ${seeds.length} seeds`}`);
    if (!fault.settings) continue;
    await world.stop();
    world = null;
  }
  await world?.stop();
  return { passed: chosen.length - missed.length, failed: missed.length, names: missed };
}

async function findFault(world: World, fault: Fault): Promise<string | null> {
  for (const [index, seed] of seeds.entries()) {
    const { violations } = await check(world, scheduleOf(seed), fault);
    if (values.verbose) print(violations);
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

function print(violations: readonly Violation[]): void {
  for (const { check, text } of violations) console.log(`  ${check}: ${text}`);
}

function printSkipped({ skipped }: Run): void {
  for (const reason of skipped)
    if (values.verbose || reason.includes("unfinished")) console.log(`  ${reason}`);
}
