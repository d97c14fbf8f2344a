import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sectionOf } from "./changelog.ts";
import { makeRelease } from "./make-release.ts";

const CHANGELOG = `# Changelog

## Unreleased

- Backups are encrypted.

## 1.0.0 – 2026-11-24

- The first release.
`;

let folder: string;
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
const read = (file: string) => readFileSync(join(folder, file), "utf8");

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-release-"));
  const manifest = { name: "site", version: "1.0.0" };
  const lock = { ...manifest, lockfileVersion: 3, packages: { "": manifest } };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
  await writeFile(join(folder, "CHANGELOG.md"), CHANGELOG);
  await writeFile(join(folder, ".gitignore"), "/release/\n");
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.email", "owner@example.test");
  git("config", "user.name", "Owner");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Start");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param failing the command that fails. @returns the commands that ran. */
async function release(version: string, failing = "none"): Promise<string[]> {
  const commands: string[] = [];
  const run = async (command: string, args: readonly string[]) => {
    const line = [command, ...args].join(" ");
    commands.push(line);
    if (line === failing) throw new Error(`${line} failed.`);
    if (args[0] === "version") execFileSync(command, args, { cwd: folder, stdio: "ignore" });
    if (command === "node") await writeFile(join(folder, "frozen.sql"), version);
  };
  await makeRelease({ folder, version, day: "2026-12-01", run, say: () => {} });
  return commands;
}

it("a release is tested before it is committed and tagged, with its bill of materials", async () => {
  expect(await release("1.1.0")).toEqual([
    "npm version 1.1.0 --no-git-tag-version",
    "node --import tsx scripts/freeze-site.ts 1.1.0",
    "npm test",
    "npm run test:soak",
    "npm run pack",
  ]);
  expect(JSON.parse(read("package.json")).version).toBe("1.1.0");
  expect(JSON.parse(read("package-lock.json")).version).toBe("1.1.0");
  expect(sectionOf(read("CHANGELOG.md"), "1.1.0")).toBe("- Backups are encrypted.");
  expect(sectionOf(read("CHANGELOG.md"), "1.0.0")).toBe("- The first release.");
  expect(git("log", "-1", "--format=%s %D")).toBe("Release 1.1.0 HEAD -> main, tag: v1.1.0");
  expect(git("show", "--format=", "--name-only", "HEAD").split("\n")).toContain("frozen.sql");
  expect(git("status", "--porcelain")).toBe("");
  expect(JSON.parse(read("release/foyer-1.1.0.cdx.json")).bomFormat).toBe("CycloneDX");
  expect(read("release/notes.md")).toBe("- Backups are encrypted.\n");
});

it("a release leaves no changes behind when its last test fails", async () => {
  const before = git("rev-parse", "HEAD");
  await expect(release("1.1.0", "npm run test:soak")).rejects.toThrow(
    "npm run test:soak failed. Nothing was released, and the checkout is as it was.",
  );
  expect(git("rev-parse", "HEAD")).toBe(before);
  expect([git("status", "--porcelain"), git("tag")]).toEqual(["", ""]);
  expect(read("CHANGELOG.md")).toBe(CHANGELOG);
  expect(existsSync(join(folder, "frozen.sql"))).toBe(false);
});

it("a release requires the next version number", async () => {
  for (const [version, message] of [
    ["1.0.0", "1.0.0 does not follow 1.0.0, the version in package.json."],
    ["0.9.9", "0.9.9 does not follow 1.0.0, the version in package.json."],
    ["v1.1", "Name the version, such as: npm run release -- 1.2.0"],
  ] as const) {
    await expect(release(version)).rejects.toThrow(message);
  }
});

it("a release is refused with changes in the checkout, an existing tag, or an empty changelog", async () => {
  await writeFile(join(folder, "notes.txt"), "mine");
  await expect(release("1.1.0")).rejects.toThrow("The checkout has changes.");
  await rm(join(folder, "notes.txt"));
  git("tag", "v1.1.0");
  await expect(release("1.1.0")).rejects.toThrow("There is already a tag v1.1.0.");
  await release("1.2.0");
  await expect(release("1.3.0")).rejects.toThrow(`CHANGELOG.md says nothing under "Unreleased".`);
});
