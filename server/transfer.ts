import { contextOfProcess } from "./run-command.ts";
import { runTransferCommand } from "./transfer/command.ts";

process.exitCode = await runTransferCommand(contextOfProcess());
