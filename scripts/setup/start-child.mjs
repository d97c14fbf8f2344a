import { spawn } from "node:child_process";

/** Spawns a child that ends with this process. */
export function startChild(command, args, options) {
  const child = spawn(command, args, options);
  const end = () => child.kill();
  process.once("exit", end);
  child.once("close", () => process.off("exit", end));
  return child;
}
