import { spawn } from "node:child_process";

/**
 * Runs another program on this terminal.
 * @throws {CommandError} when it fails.
 */
export type RunCommand = (
  command: string,
  args: readonly string[],
  environment?: Record<string, string>,
) => Promise<void>;

/** Another program failed and has printed the reason. */
export class CommandError extends Error {
  override name = "CommandError";
}

export const runCommand: RunCommand = async (command, args, environment = {}) => {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, [...args], {
      // A host's command may ask for a sign-in, but nobody can answer it in a workflow.
      stdio: [process.stdin.isTTY ? "inherit" : "ignore", "inherit", "inherit"],
      env: { ...process.env, ...environment },
    });
    child.on("error", (error) => reject(new CommandError(`${command}: ${error.message}`)));
    child.on("exit", resolve);
  });
  if (code !== 0) throw new CommandError(`“${printable([command, ...args])}” failed.`);
};

/** A command without the passwords of its URLs, because workflows keep their output. */
function printable(words: readonly string[]): string {
  return words.join(" ").replace(/(:\/\/[^\s:@/]*):[^\s@]*@/g, "$1:***@");
}
