import { runUpgradeCommand } from "./upgrade/command.ts";

const canceled = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => canceled.abort());
}
// A closed terminal must not end the upgrade before it has put everything back.
process.stderr.on("error", () => {});
process.exitCode = await runUpgradeCommand({
  args: process.argv.slice(2),
  environment: process.env,
  output: process.stderr,
  signal: canceled.signal,
  // npm runs scripts in the package's folder and names the caller's here.
  folder: process.env.INIT_CWD ?? process.cwd(),
});
