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

export const runCommand: RunCommand = async (...command) => {
  await execute("inherit", ...command);
};

/**
 * Runs another program and returns its standard output, which is printed only when it fails.
 * @throws {CommandError} when it fails.
 */
export const readCommand = (...command: Parameters<RunCommand>) => execute("pipe", ...command);

async function execute(
  stdout: "inherit" | "pipe",
  ...[command, args, environment]: Parameters<RunCommand>
): Promise<string> {
  let output = "";
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, [...args], {
      // A host's command may ask for a sign-in, but nobody can answer it in a workflow.
      stdio: [process.stdin.isTTY ? "inherit" : "ignore", stdout, "inherit"],
      env: { ...process.env, ...environment },
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.on("error", (error) => reject(new CommandError(`${command}: ${error.message}`)));
    child.on("close", resolve);
  });
  if (code === 0) return output;
  process.stderr.write(output);
  throw new CommandError(`“${[command, ...args].map(printable).join(" ")}” failed.`);
}

/** A word of a command without the passwords of a URL, because workflows keep their output. */
function printable(word: string): string {
  return word.replace(/(:\/\/[^:@/]*):.*@/s, "$1:***@").replace(/([?&]password=)[^&]*/g, "$1***");
}
