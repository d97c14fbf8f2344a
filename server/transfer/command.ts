import { resolve } from "node:path";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { parseArgs } from "node:util";
import { formatDuration } from "../../shared/format-duration.ts";
import type { Accounts } from "../archive/accounts.ts";
import { ArchiveError, isDiskFull } from "../archive/archive-error.ts";
import { openFile, writeFileSafely, writeStream } from "../archive/archive-file.ts";
import type { Manifest } from "../archive/manifest.ts";
import {
  copySite,
  type Restored,
  type RestoreOptions,
  restoreArchive,
} from "../archive/read-archive.ts";
import { describeDefects, describeFiles } from "../archive/site-defects.ts";
import { type Progress, totalsOf } from "../archive/source-and-target.ts";
import { saveArchive } from "../archive/write-archive.ts";
import { parseConfig } from "../config.ts";
import { logLine } from "../log/log-line.ts";
import { promptHidden } from "../owner/prompt.ts";
import { explain, UsageError } from "../plain-error.ts";
import { type CommandContext, runCommand } from "../run-command.ts";
import { upgradeCluster } from "../upgrade/upgrade-cluster.ts";
import { count, createProgressLine, formatBytes } from "./progress-line.ts";
import { chooseSite } from "./sites.ts";
import { USAGE } from "./usage.ts";

/**
 * Runs `npm run backup`, `restore`, `move` or `upgrade`, the first of the arguments.
 * @returns the exit code, as `runCommand` does.
 */
export async function runTransferCommand(context: CommandContext): Promise<number> {
  const { errors } = context;
  const [name = "", ...args] = context.args;
  const usage = USAGE[name as Name] ?? Object.values(USAGE).join("\n");
  const report = createReport(errors);
  return runCommand({ ...context, usage, describe }, async () => {
    const options = readArguments(name, args);
    if (options.help) errors.write(usage);
    else await runners[name as Name]({ ...context, report }, options).finally(report.stop);
  });
}

type Command = CommandContext & { report: Report };

type Name = keyof typeof USAGE;

type Options = ReturnType<typeof readArguments>;

function readArguments(name: string, args: string[]) {
  if (!(name in USAGE)) throw new UsageError(`There is no command ${name}.`);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: name === "restore",
    options: {
      out: { type: "string" },
      from: { type: "string" },
      "from-data": { type: "string" },
      to: { type: "string" },
      "to-data": { type: "string" },
      passphrase: { type: "boolean" },
      replace: { type: "boolean" },
      "with-keys": { type: "boolean" },
      "skip-damaged": { type: "boolean" },
      binaries: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  return { ...values, file: positionals[0], extra: positionals.length > 1 };
}

const runners: Record<Name, (command: Command, options: Options) => Promise<void>> = {
  async backup(command, options) {
    const { report, signal } = command;
    const { out } = options;
    if (!out) throw new UsageError("Name the file to write with --out.");
    const site = chooseSite(options.from, command.environment, options["from-data"]);
    report.say(`Backing up the ${site.name} …`);
    const passphrase = options.passphrase ? await askNewPassphrase(command) : null;
    report.start();
    const source = await site.openSource(sourceOptions(options));
    const save = (bytes: Readable) =>
      out === "-"
        ? writeStream(command.output, bytes, signal)
        : writeFileSafely(resolve(command.folder, out), bytes, signal);
    const { onProgress } = report;
    const written = await saveArchive(source, passphrase, save, { onProgress, signal });
    const problems = describeDefects(written.defects, { most: Number.POSITIVE_INFINITY });
    report.finish(out === "-" ? "Wrote" : `Wrote ${out}:`, written.manifest, problems);
  },

  async restore(command, options) {
    const { environment, report } = command;
    const { file } = options;
    if (!file || options.extra) throw new UsageError("Name one archive to restore.");
    const site = chooseSite(options.to, environment, options["to-data"]);
    const input = file === "-" ? readInput(command) : await openFile(resolve(command.folder, file));
    const { FOYER_ARCHIVE_PASSPHRASE: given, FOYER_BACKUP_PASSPHRASE: scheduled } = environment;
    const restored = await restoreArchive(
      input,
      async () => given || scheduled || askPassphrase(command, file === "-"),
      () => {
        report.say(`Restoring into the ${site.name} …`);
        report.start();
        return site.openTarget(targetOptions(options));
      },
      restoreOptions(command, options),
    );
    report.restored("Restored", restored);
  },

  async move(command, options) {
    const { environment, report } = command;
    if (!options.from || !options.to) throw new UsageError("Name both sites with --from and --to.");
    const from = chooseSite(options.from, environment, options["from-data"]);
    const to = chooseSite(options.to, environment, options["to-data"]);
    if (from.places.some((place) => to.places.includes(place))) {
      throw new ArchiveError(
        "Both sites would use the same data directory. Name another one with --from-data or --to-data.",
      );
    }
    report.say(`Moving the ${from.name} into the ${to.name} …`);
    const restored = await copySite(
      () => from.openSource(sourceOptions(options)),
      () => to.openTarget(targetOptions(options)),
      restoreOptions(command, options),
    );
    report.restored("Moved", restored);
  },

  async upgrade({ environment, folder, signal, report }, { binaries, ...others }) {
    if (Object.values(others).some(Boolean)) {
      throw new UsageError("An upgrade takes no other option than --binaries.");
    }
    await upgradeCluster({
      config: parseConfig(environment),
      binaries: binaries ? resolve(folder, binaries) : null,
      signal,
      ...report,
    });
  },
};

const sourceOptions = (options: Options) => ({
  withKeys: options["with-keys"] === true,
  skipDamaged: options["skip-damaged"] === true,
});

const targetOptions = (options: Options) => ({
  withKeys: options["with-keys"] === true,
  replace: options.replace === true,
});

function restoreOptions({ report, signal }: Command, { replace }: Options): RestoreOptions {
  return {
    signal,
    onProgress: report.onProgress,
    onAccounts: (accounts) => report.say(describeAccounts(accounts)),
    async check({ withoutWorkspace }) {
      if (!replace || !withoutWorkspace) return;
      throw new ArchiveError(
        "The archive was made without the workspace's notes, tasks and files, so it does not replace a site that may have them. Restore it into an empty one.",
      );
    },
  };
}

/** Standard input, which ends when the command is canceled even if nothing more arrives. */
function readInput({ input, signal }: CommandContext): Readable {
  const bytes = new PassThrough({ signal });
  pipeline(input, bytes, () => {});
  return bytes;
}

function describeAccounts({ owner, workspace }: Accounts): string {
  const [ownName, workspaceName] = [owner ?? "nobody", workspace ?? "nobody"].map(logLine);
  return `Its owner is ${ownName}, its workspace user ${workspaceName}.`;
}

type Report = ReturnType<typeof createReport>;

/** Shows progress, then the result, and the files that were not intact. */
function createReport(errors: CommandContext["errors"]) {
  let started = Date.now();
  let line = createProgressLine(errors);
  const say = (text: string) => {
    line.end();
    errors.write(`${text}\n`);
  };
  const finish = (done: string, manifest: Manifest, problems: string[]) => {
    const { rows, files, fileBytes } = totalsOf(manifest);
    const time = formatDuration(Date.now() - started);
    say(
      `${done} ${count(rows)} rows and ${count(files)} files (${formatBytes(fileBytes)}) in ${time}.`,
    );
    if (manifest.withoutWorkspace) {
      say("The archive was made without the workspace's notes, tasks and files.");
    }
    for (const problem of problems) say(problem);
  };
  return {
    say,
    /** Starts the clock, so that earlier work does not count. */
    start() {
      started = Date.now();
      line = createProgressLine(errors);
    },
    onProgress: (progress: Progress) => line.show(progress),
    finish,
    restored: (done: string, { manifest, defects }: Restored) =>
      finish(done, manifest, describeFiles(defects, Number.POSITIVE_INFINITY)),
    stop: () => line.end(),
  };
}

async function askNewPassphrase(command: CommandContext): Promise<string> {
  const given = command.environment.FOYER_ARCHIVE_PASSPHRASE;
  if (given) return given;
  const first = await askPassphrase(command, false);
  const again = await promptHidden({ ...command, output: command.errors }, "Passphrase again: ");
  if (first !== again) throw new ArchiveError("The two passphrases differ; nothing was written.");
  return first;
}

async function askPassphrase(command: CommandContext, inputIsArchive: boolean): Promise<string> {
  const given = command.environment.FOYER_ARCHIVE_PASSPHRASE;
  if (given) return given;
  if (inputIsArchive || command.input.isTTY !== true) {
    throw new ArchiveError("The archive needs a passphrase. Set FOYER_ARCHIVE_PASSPHRASE.");
  }
  const typed = await promptHidden({ ...command, output: command.errors }, "Passphrase: ");
  if (typed === "") throw new ArchiveError("A passphrase must not be empty.");
  return typed;
}

function describe(error: unknown): string {
  return isDiskFull(error) ? "The disk is full. Nothing was changed." : explain(error);
}
