import { runTransferCommand } from "./transfer/command.ts";

const canceled = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => canceled.abort());
}
process.exitCode = await runTransferCommand({
  args: process.argv.slice(2),
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  signal: canceled.signal,
  // npm runs scripts in the package's folder and names the caller's here.
  folder: process.env.INIT_CWD ?? process.cwd(),
});
