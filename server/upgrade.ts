import { contextOfProcess } from "./run-command.ts";
import { runUpgradeCommand } from "./upgrade/command.ts";

process.exitCode = await runUpgradeCommand(contextOfProcess());
