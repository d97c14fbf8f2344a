import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { closeChangelog, ReleaseError } from "./changelog.ts";
import { writeReleaseFiles } from "./release-files.ts";

const execute = promisify(execFile);

export interface ReleaseOptions {
  /** The folder of the checkout. */
  folder: string;
  /** Such as `1.2.3`. */
  version: string;
  /** Such as `2026-11-23`. */
  day: string;
  /** Runs a command in the checkout and shows its output; rejects when it fails. */
  run(command: string, args: readonly string[]): Promise<void>;
  say(line: string): void;
}

/**
 * Creates the commit and the tag of a release, and the files of its page. Everything is tested as
 * it will be released; when a step fails, the checkout is reset.
 * @throws {ReleaseError} with one sentence.
 */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { folder, version, run, say } = options;
  const git = async (...args: string[]) =>
    (await execute("git", args, { cwd: folder })).stdout.trim();
  const before = await refuseUnready(options, git);
  try {
    await prepare(options);
    await run("npm", ["test"]);
    await run("npm", ["run", "test:soak"]);
    await run("npm", ["run", "pack"]);
  } catch (error) {
    // The checkout was clean before, so all changes belong to this release.
    await git("reset", "--hard", before);
    await git("clean", "-fd");
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError(
      `${(error as Error).message.replace(/\.?$/, ".")} Nothing was released, and the checkout is as it was.`,
      { cause: error },
    );
  }
  await git("add", "--all");
  await git("commit", "--quiet", "--message", `Release ${version}`);
  await git("tag", "--annotate", `v${version}`, "--message", `Foyer ${version}`);
  await writeReleaseFiles(folder, version);
  say(
    `Foyer ${version} is committed and tagged; its file, notes and bill of materials are in release/.`,
  );
  say("Publish it with: git push --follow-tags");
}

/** @returns the commit to reset to. */
async function refuseUnready(
  { folder, version }: ReleaseOptions,
  git: (...args: string[]) => Promise<string>,
): Promise<string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new ReleaseError("Name the version, such as: npm run release -- 1.2.0");
  }
  if ((await git("branch", "--show-current")) !== "main") {
    throw new ReleaseError("Releases are made from main. Check it out first.");
  }
  if ((await git("status", "--porcelain")) !== "") {
    throw new ReleaseError("The checkout has changes. Commit or undo them first.");
  }
  const { version: current } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  if (!isNewer(version, current)) {
    throw new ReleaseError(`${version} does not follow ${current}, the version in package.json.`);
  }
  if ((await git("tag", "--list", `v${version}`)) !== "") {
    throw new ReleaseError(`There is already a tag v${version}.`);
  }
  return git("rev-parse", "HEAD");
}

/** Writes the version and the changelog's section, and freezes a site of this schema. */
async function prepare({ folder, version, day, run }: ReleaseOptions): Promise<void> {
  const changelog = join(folder, "CHANGELOG.md");
  await writeFile(changelog, closeChangelog(await readFile(changelog, "utf8"), version, day));
  await run("npm", ["version", version, "--no-git-tag-version"]);
  await run("node", ["--import", "tsx", "scripts/freeze-site.ts", version]);
}

function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split(".").map(Number));
  const different = one?.findIndex((part, index) => part !== other?.[index]) ?? -1;
  return different >= 0 && (one?.[different] ?? 0) > (other?.[different] ?? 0);
}
