import { resolve } from "node:path";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { parseArgs } from "node:util";
import { formatDuration } from "../../shared/format-duration.ts";
import { type Accounts, createAccountReader } from "../archive/accounts.ts";
import { ArchiveError, isDiskFull, mayHaveChanged } from "../archive/archive-error.ts";
import { decryptIfNeeded } from "../archive/encryption.ts";
import type { Manifest } from "../archive/manifest.ts";
import { type Restored, readArchive } from "../archive/read-archive.ts";
import { describeDefects, describeFiles } from "../archive/site-defects.ts";
import type { ArchiveTarget, Progress } from "../archive/source-and-target.ts";
import { saveArchive, writeArchive } from "../archive/write-archive.ts";
import { logLine } from "../log/log-line.ts";
import { PromptCanceledError, promptHidden, type Terminal } from "../owner/prompt.ts";
import { explain, UsageError } from "../plain-error.ts";
import { openFile, writeFileSafely, writeStream } from "./archive-file.ts";
import { chooseSite } from "./choose-site.ts";
import { count, createProgressLine, formatBytes } from "./progress-line.ts";
import type { TransferEnd } from "./transfer-end.ts";
import { USAGE } from "./usage.ts";

export interface TransferCommand extends Terminal {
  /** `backup`, `restore` or `move`, then its arguments. */
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** Everything but an archive is printed here. */
  errors: NodeJS.WritableStream & { isTTY?: boolean };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** The folder that relative file names refer to. */
  folder: string;
}

/**
 * Runs `npm run backup`, `restore` or `move`.
 * @returns the exit code: 0 done, 1 failed, 2 invalid usage, 130 canceled.
 */
export async function runTransferCommand(command: TransferCommand): Promise<number> {
  const { errors, signal } = command;
  const [name = "", ...args] = command.args;
  try {
    const options = readArguments(name, args);
    if (options.help) errors.write(USAGE[name as Name]);
    else await runners[name as Name](command, options);
    return 0;
  } catch (error) {
    const isCanceled = signal.aborted && !mayHaveChanged(error);
    if (isCanceled || error instanceof PromptCanceledError) {
      errors.write("Canceled; nothing was changed.\n");
      return 130;
    }
    if (error instanceof UsageError) {
      errors.write(`${error.message}\n\n${USAGE[name as Name] ?? Object.values(USAGE).join("\n")}`);
      return 2;
    }
    errors.write(`${describe(error)}\n`);
    return 1;
  }
}

type Name = keyof typeof USAGE;

type Options = ReturnType<typeof readArguments>;

function readArguments(name: string, args: string[]) {
  if (!(name in USAGE)) throw new UsageError(`There is no command ${name}.`);
  try {
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
        help: { type: "boolean", short: "h" },
      },
    });
    return { ...values, file: positionals[0], extra: positionals.length > 1 };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const runners: Record<Name, (command: TransferCommand, options: Options) => Promise<void>> = {
  async backup(command, options) {
    const { out } = options;
    if (!out) throw new UsageError("Name the file to write with --out.");
    const end = chooseSite(options.from, command.environment, options["from-data"]);
    command.errors.write(`Backing up the ${end.name} …\n`);
    const passphrase = options.passphrase ? await askNewPassphrase(command) : null;
    await report(command, out === "-" ? "Wrote" : `Wrote ${out}:`, async ({ onProgress }) => {
      const { signal } = command;
      const source = await end.openSource(sourceOptions(options));
      const save = (bytes: Readable) =>
        out === "-"
          ? writeStream(command.output, bytes, signal)
          : writeFileSafely(resolve(command.folder, out), bytes, signal);
      const { manifest, defects } = await saveArchive(source, passphrase, save, {
        onProgress,
        signal,
      });
      return [{ manifest, problems: describeDefects(defects, { most: Number.POSITIVE_INFINITY }) }];
    });
  },

  async restore(command, options) {
    const { file } = options;
    if (!file || options.extra) throw new UsageError("Name one archive to restore.");
    const end = chooseSite(options.to, command.environment, options["to-data"]);
    const input = file === "-" ? readInput(command) : await openFile(resolve(command.folder, file));
    const archive = await decryptIfNeeded(input, async () => {
      const { FOYER_ARCHIVE_PASSPHRASE: given, FOYER_BACKUP_PASSPHRASE: scheduled } =
        command.environment;
      return given || scheduled || askPassphrase(command, file === "-");
    });
    command.errors.write(`Restoring into the ${end.name} …\n`);
    await report(command, "Restored", async ({ onProgress, say }) => {
      const target = await openTarget(end, options, say);
      return outcomeOf(await readArchive(archive, target, { onProgress, signal: command.signal }));
    });
  },

  async move(command, options) {
    if (!options.from || !options.to) throw new UsageError("Name both sites with --from and --to.");
    const from = chooseSite(options.from, command.environment, options["from-data"]);
    const to = chooseSite(options.to, command.environment, options["to-data"]);
    const shared = from.places.find((place) => to.places.includes(place));
    if (shared !== undefined) {
      throw new ArchiveError(
        "Both sites would use the same data directory. Name another one with --from-data or --to-data.",
      );
    }
    command.errors.write(`Moving the ${from.name} into the ${to.name} …\n`);
    await report(command, "Moved", async ({ onProgress, say }) => {
      const target = await openTarget(to, options, say);
      const source = await from
        .openSource(sourceOptions(options))
        .catch((error) => target.abort().then(() => Promise.reject(error)));
      try {
        const { signal } = command;
        return outcomeOf(await readArchive(writeArchive(source), target, { onProgress, signal }));
      } finally {
        await source.close();
      }
    });
  },
};

const sourceOptions = (options: Options) => ({
  withKeys: options["with-keys"] === true,
  skipDamaged: options["skip-damaged"] === true,
});

/** The result of a command, and the files that were not intact. */
interface Outcome {
  manifest: Manifest;
  problems: string[];
}

const outcomeOf = ({ manifest, defects }: Restored): Outcome[] => [
  { manifest, problems: describeFiles(defects, Number.POSITIVE_INFINITY) },
];

/** Standard input, which ends when the command is canceled even if nothing more arrives. */
function readInput({ input, signal }: TransferCommand): Readable {
  const bytes = new PassThrough({ signal });
  pipeline(input, bytes, () => {});
  return bytes;
}

/** A target that names the accounts of the archive as soon as they have arrived. */
async function openTarget(
  end: TransferEnd,
  options: Options,
  say: (line: string) => void,
): Promise<ArchiveTarget> {
  const replace = options.replace === true;
  const target = await end.openTarget({ replace, withKeys: options["with-keys"] === true });
  const reader = createAccountReader();
  return {
    ...target,
    async begin(manifest) {
      if (replace && manifest.withoutWorkspace) {
        throw new ArchiveError(
          "The archive was made without the workspace's notes, tasks and files, so it does not replace a site that may have them. Restore it into an empty one.",
        );
      }
      await target.begin(manifest);
    },
    async rows(table, copyText) {
      const wasKnown = reader.accounts() !== null;
      const rows = await target.rows(table, reader.pass(table, copyText));
      const accounts = reader.accounts();
      if (accounts && !wasKnown) say(describeAccounts(accounts));
      return rows;
    },
  };
}

function describeAccounts({ owner, workspace }: Accounts): string {
  const [ownName, workspaceName] = [owner ?? "nobody", workspace ?? "nobody"].map(logLine);
  return `Its owner is ${ownName}, its workspace user ${workspaceName}.`;
}

/** Shows progress, then the result, and the files that were not intact. */
async function report(
  { errors }: TransferCommand,
  done: string,
  work: (output: {
    onProgress: (progress: Progress) => void;
    say: (line: string) => void;
  }) => Promise<Outcome[]>,
): Promise<void> {
  const started = Date.now();
  const progress = createProgressLine(errors);
  const say = (line: string) => {
    progress.end();
    errors.write(`${line}\n`);
  };
  const [outcome] = await work({ onProgress: progress.show, say }).finally(progress.end);
  if (!outcome) return;
  const { manifest, problems } = outcome;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { count: files, bytes } = manifest.files;
  errors.write(
    `${done} ${count(rows)} rows and ${count(files)} files (${formatBytes(bytes)}) in ${formatDuration(Date.now() - started)}.\n`,
  );
  if (manifest.withoutWorkspace) {
    errors.write("The archive was made without the workspace's notes, tasks and files.\n");
  }
  for (const problem of problems) errors.write(`${problem}\n`);
}

async function askNewPassphrase(command: TransferCommand): Promise<string> {
  const given = command.environment.FOYER_ARCHIVE_PASSPHRASE;
  if (given) return given;
  const first = await askPassphrase(command, false);
  const again = await promptHidden({ ...command, output: command.errors }, "Passphrase again: ");
  if (first !== again) throw new ArchiveError("The two passphrases differ; nothing was written.");
  return first;
}

async function askPassphrase(command: TransferCommand, inputIsArchive: boolean): Promise<string> {
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
