#!/usr/bin/env node
// Runs a command with the built files, without installing or building: `foyer start`. Old syntax,
// because unsupported Node releases must be able to parse this file.
import { requireNode } from "../scripts/setup/require-node.mjs";

requireNode();
// In a script of another package, npm's variable names the folder that npm was called from.
delete process.env.INIT_CWD;
import("../scripts/setup/commands.mjs").then(({ COMMANDS, runCommand }) => {
  const [command, ...args] = process.argv.slice(2);
  if (Object.hasOwn(COMMANDS, command)) return runCommand(command, args);
  console.error(`Usage: foyer ${Object.keys(COMMANDS).join(" | ")}`);
  process.exitCode = 2;
});
