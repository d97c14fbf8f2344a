import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { comparePackages } from "./install-dependencies.mjs";

const run = promisify(execFile);

const locked = {
  packages: {
    "": { version: "0.1.0" },
    "node_modules/hono": { version: "4.0.0" },
    "node_modules/vitest": { version: "4.1.0", dev: true },
    "node_modules/esbuild": { version: "0.28.0", devOptional: true },
    "node_modules/@img/sharp-linux-x64": { version: "0.35.0", optional: true },
    "node_modules/typescript": { version: "6.0.0", peer: true },
  },
};
const empty = { packages: {} };
const running = { packages: { "node_modules/hono": { version: "4.0.0" } } };
const testing = {
  packages: {
    ...running.packages,
    "node_modules/vitest": { version: "4.1.0" },
    "node_modules/esbuild": { version: "0.28.0" },
  },
};

describe("comparePackages", () => {
  it("comparePackages requires neither development nor platform packages to run", () => {
    expect(comparePackages(locked, empty, false)).toEqual({
      packages: ["node_modules/hono"],
      missing: ["node_modules/hono"],
      all: false,
    });
    expect(comparePackages(locked, running, false).missing).toEqual([]);
  });

  it("comparePackages requires development packages when the tests need them", () => {
    const { missing, all } = comparePackages(locked, running, true);
    expect({ missing, all }).toEqual({
      missing: ["node_modules/vitest", "node_modules/esbuild"],
      all: true,
    });
  });

  it("comparePackages keeps development packages that are already installed", () => {
    expect(comparePackages(locked, testing, false)).toMatchObject({ missing: [], all: true });
  });

  it("comparePackages reports a package in another version as missing", () => {
    const older = { packages: { "node_modules/hono": { version: "3.9.0" } } };
    expect(comparePackages(locked, older, false).missing).toEqual(["node_modules/hono"]);
  });
});

describe("installDependencies", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-install-"));
    await mkdir(join(folder, "node_modules"));
    await writeFile(join(folder, "package-lock.json"), JSON.stringify(locked));
    await writeFile(
      join(folder, "npm.js"),
      "require('fs').writeFileSync('called', process.argv.slice(2).join(' '))",
    );
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The npm command that was run, or "" if there was none. */
  async function npmFor(installed: object, development: boolean): Promise<string> {
    const present = JSON.stringify(installed);
    await writeFile(join(folder, "node_modules/.package-lock.json"), present);
    const module = pathToFileURL(join(import.meta.dirname, "install-dependencies.mjs")).href;
    const script = `import(${JSON.stringify(module)}).then((m) => m.installDependencies({ development: ${development} }))`;
    const env = { ...process.env, npm_execpath: join(folder, "npm.js") };
    await run(process.execPath, ["-e", script], { cwd: folder, env });
    return readFile(join(folder, "called"), "utf8").catch(() => "");
  }

  it("installDependencies adds development packages without first deleting those of a running server", async () => {
    expect(await npmFor(running, true)).toBe("install --no-save --include=dev");
  });

  it("installDependencies installs exactly the locked packages when a required one is missing", async () => {
    expect(await npmFor(empty, true)).toBe("ci --include=dev");
  });

  it("installDependencies runs once when two processes start at the same time", async () => {
    await writeFile(
      join(folder, "npm.js"),
      `const { appendFileSync, copyFileSync } = require("fs");
      appendFileSync("called", "npm ");
      setTimeout(() => copyFileSync("package-lock.json", "node_modules/.package-lock.json"), 500);`,
    );
    await Promise.all([npmFor(empty, false), npmFor(empty, false)]);
    expect(await readFile(join(folder, "called"), "utf8")).toBe("npm ");
  });

  it("installDependencies does not change a complete installation", async () => {
    expect(await npmFor(running, false)).toBe("");
  });
});
