import { checkHistory } from "./checks.ts";
import { FAULTS } from "./faults.ts";
import { runSchedule } from "./run-schedule.ts";
import { describe, drawSchedule } from "./schedule.ts";
import { startWorld } from "./world.ts";

const [from = 1, to = from] = (process.argv[2] ?? "1").split("-").map(Number);
void FAULTS;
const world = await startWorld();
for (let seed = from; seed <= to; seed++) {
  const schedule = drawSchedule(seed, 24);
  if (process.env.SHOW) console.log(describe(schedule));
  const run = await runSchedule(world, schedule);
  const violations = checkHistory(run.history);
  console.log(seed, JSON.stringify(run.figures));
  if (process.env.SHOW) console.log(run.skipped.join("\n"));
  if (violations.length && process.env.DUMP) {
    for (const e of run.history.events) console.log(e.at % 1000000, JSON.stringify(e));
    for (const e of run.history.versions) console.log(Math.round(e.at) % 1000000, JSON.stringify(e));
  }
  for (const v of violations) console.log("  VIOLATION", v.check, v.text);
}
await world.stop();
