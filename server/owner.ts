import { runOwnerCommand } from "./owner/command.ts";

process.exitCode = await runOwnerCommand({
  args: process.argv.slice(2),
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
