// Plain JavaScript, because this script runs before anything is installed. `npm test -- unit e2e`
// runs only these steps.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { buildIfChanged } from "./setup/build-if-changed.mjs";
import { containerToolsAbsent } from "./setup/container-tools.mjs";
import { hostedLabAbsent } from "./setup/hosted-lab.mjs";
import { installDependencies } from "./setup/install-dependencies.mjs";
import { installNodeVersions } from "./setup/install-node-versions.mjs";
import { installFirefox, installSystemPackages } from "./setup/install-system-packages.mjs";
import { createMemoryFolder } from "./setup/memory-folder.mjs";
import { requireNode } from "./setup/require-node.mjs";

requireNode();
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const results = "test-results";
const bin = (name) => `node_modules/.bin/${name}`;
const vitest = (project) => ({
  command: [bin("vitest"), "run", "--project", project, "--reporter=default", "--reporter=json"],
  report: `${results}/${project}.json`,
  count: countVitest,
});

/**
 * Three steps run at a time: the browser tests, and beside them two of the others, those that
 * fail fast first. The browser tests alone would leave a quarter of two cores idle.
 */
const steps = {
  e2e: {
    command: [bin("playwright"), "test"],
    report: `${results}/e2e.json`,
    count: countPlaywright,
  },
  lock: {
    command: ["npm", "ci", "--dry-run", "--no-audit", "--no-fund", "--loglevel=error"],
    absent: () => installed && "npm ci has just installed what it lists.",
  },
  types: { command: ["node", "node_modules/typescript-7/bin/tsc", "-p", "."] },
  lint: { command: ["node", "scripts/lint.mjs"] },
  unused: { command: [bin("knip"), "--cache", "--cache-location=node_modules/.cache/knip/"] },
  gateway: vitest("gateway"),
  lifecycle: vitest("lifecycle"),
  hosted: { ...vitest("hosted"), absent: hostedLabAbsent },
  database: vitest("database"),
  unit: vitest("unit"),
  "unit-dom": vitest("unit-dom"),
};

/** Steps too slow for every run; they run only when named (`npm run test:soak`). */
const longSteps = {
  "node-versions": { ...vitest("node-versions"), prepare: installNodeVersions },
  firefox: { ...vitest("firefox"), prepare: installFirefox },
  container: { ...vitest("container"), absent: containerToolsAbsent },
  soak: vitest("soak"),
  "soak-e2e": {
    command: [bin("playwright"), "test", "--config=playwright.soak.config.ts"],
    report: `${results}/soak-e2e.json`,
    count: countPlaywright,
  },
  history: {
    command: ["node", "--import", "tsx", "tests/history/main.ts", "--seeds", "1-5"],
    report: `${results}/history.json`,
    count: async (file) => (await readReport(file)) ?? { passed: 0, failed: 1, names: [] },
  },
};

/** Whether this run had to install the dependencies. */
let installed = false;
/**
 * Where the steps' temporary files are in memory, or null. On a disk, half of the database tests'
 * processor time was the kernel's, mostly for files of databases that exist for seconds.
 */
let memoryFolder = null;
/** Whether `npm start` had a data directory in this checkout before. */
const hadSite = existsSync("data");
let passed = 0;
let failed = 0;
const failures = [];
const unsteady = [];
try {
  installed = await installDependencies({ development: true });
  await installSystemPackages();
  await buildIfChanged();
  const chosen = process.argv.slice(2);
  const all = { ...steps, ...longSteps };
  const unknown = chosen.find((name) => !(name in all));
  if (unknown)
    throw new Error(`No step is called ${unknown}. There are: ${Object.keys(all).join(", ")}.`);
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const running = chosen.length > 0 ? pick(all, chosen) : steps;
  const queue = Object.entries(running);
  // Long steps run alone, because they measure memory and time.
  const long = queue.some(([name]) => name in longSteps);
  const lanes = long ? 1 : 3;
  if (!long) memoryFolder = await createMemoryFolder();
  // Only the longest of the parallel steps streams its output.
  const alone = lanes === 1 || queue.length === 1;
  const outputOf = (name) => (alone || name === "e2e" ? "live" : "at the end");
  await Promise.all(Array.from({ length: lanes }, () => runInTurn(queue, outputOf)));
  if (!hadSite && existsSync("data")) {
    failed++;
    failures.push("a test without FOYER_DATA_DIR created data/, which npm start uses");
  }
} catch (error) {
  console.error(error.message);
  failed++;
}
// Failures are repeated at the end, where they are easy to find.
for (const test of unsteady) console.log(`passed only the second time: ${test}`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function pick(all, names) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

async function runInTurn(queue, outputOf) {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, step] = next;
    await runStep(name, step, outputOf(name));
  }
}

/**
 * Runs one step and counts its tests. A step without a report counts as one check; a step that
 * cannot run on this machine reports that and counts nothing. Output "at the end" is printed as one
 * block, so that the lines of two steps do not mix.
 */
async function runStep(name, step, output) {
  console.log(`\n── ${name}`);
  const absent = step.absent?.();
  if (absent) return console.log(`── ${name}: ${absent}`);
  const started = Date.now();
  const code = await prepareAndRun(step, output);
  const counted = step.count
    ? await step.count(step.report)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, names: [] };
  // A crash outside any test, or a run that found no test, must not count as a pass.
  if (counted.failed === 0 && (code !== 0 || counted.passed === 0)) counted.failed = 1;
  passed += counted.passed;
  failed += counted.failed;
  unsteady.push(...(counted.unsteady ?? []).map((test) => `${name}: ${test}`));
  if (counted.failed > 0) {
    const names = counted.names.length > 0 ? counted.names : ["see its output"];
    failures.push(...names.map((test) => `${name}: ${test}`));
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`── ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`);
}

/**
 * Installs the requirements of this step just before it runs; an installation failure fails the
 * step.
 */
async function prepareAndRun(step, output) {
  try {
    await step.prepare?.();
  } catch (error) {
    console.error(error.message);
    return 1;
  }
  return run(step, output);
}

function run({ command: [command, ...args], report }, output) {
  const withReport = report && command.endsWith("vitest") ? [`--outputFile.json=${report}`] : [];
  const stream = output === "live" ? "inherit" : "pipe";
  const child = spawn(command, [...args, ...withReport], {
    stdio: ["ignore", stream, stream],
    env: {
      ...process.env,
      ...(memoryFolder ? { TMPDIR: memoryFolder } : {}),
      ...(report ? { PLAYWRIGHT_JSON_OUTPUT_FILE: report } : {}),
    },
  });
  const printed = [];
  for (const pipe of [child.stdout, child.stderr]) pipe?.on("data", (text) => printed.push(text));
  child.on("close", () => process.stdout.write(Buffer.concat(printed)));
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

async function countVitest(file) {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1, names: [] };
  // A file that failed to load is reported as a failed suite without tests.
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  );
  // Skipped tests count as failures.
  const skipped = report.numPendingTests + report.numTodoTests;
  const names = report.testResults.flatMap((suite) =>
    suite.assertionResults
      .filter((test) => test.status !== "passed")
      .map(({ fullName, failureMessages }) => {
        const reason = reasonOf(failureMessages?.[0]);
        return `${relative(".", suite.name)} > ${fullName}${reason}`;
      }),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length + skipped,
    names: [...broken.map((suite) => relative(".", suite.name)), ...names],
  };
}

async function countPlaywright(file) {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1, names: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const named = (statuses) =>
    specs
      .filter((spec) => spec.tests.some((test) => statuses.includes(test.status)))
      .map((spec) => {
        const [failed] = spec.tests.flatMap(({ results }) => results.filter(({ error }) => error));
        return `${spec.file}:${spec.line} > ${spec.title}${reasonOf(failed?.error.message)}`;
      });
  return {
    passed: expected + flaky,
    failed: unexpected + skipped + report.errors.length,
    names: named(["unexpected", "skipped"]),
    unsteady: named(["flaky"]),
  };
}

/**
 * The reason of a failure, to print after the test's name, because the full output is far above or
 * was not kept.
 */
function reasonOf(message) {
  const [line] = stripVTControlCharacters(message ?? "").split("\n");
  // Vitest reports this placeholder as the stack when a test times out.
  if (line === "Error: STACK_TRACE_ERROR") return ": timed out";
  return line ? `: ${line.slice(0, 200)}` : "";
}

/** The specs of a file, including nested groups. */
function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

async function readReport(file) {
  return readFile(file, "utf8").then(JSON.parse, () => null);
}
