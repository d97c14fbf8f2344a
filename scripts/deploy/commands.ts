import { spawn } from "node:child_process";

/**
 * Runs another program with the terminal as its own.
 * @throws {CommandError} when it fails.
 */
export type RunCommand = (
  command: string,
  args: readonly string[],
  environment?: Record<string, string>,
) => Promise<void>;

/** Another program failed; it has printed why. */
export class CommandError extends Error {
  override name = "CommandError";
}

export const runCommand: RunCommand = async (command, args, environment = {}) => {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, [...args], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
    });
    child.on("error", (error) => reject(new CommandError(`${command}: ${error.message}`)));
    child.on("exit", resolve);
  });
  if (code !== 0) throw new CommandError(`“${[command, ...args].join(" ")}” failed.`);
};
