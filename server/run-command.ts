import { mayHaveChanged } from "./archive/archive-error.ts";
import { PromptCanceledError, type Terminal } from "./owner/prompt.ts";
import { explain, UsageError } from "./plain-error.ts";

/** Process-level dependencies of a command. */
export interface CommandContext extends Terminal {
  args: string[];
  environment: NodeJS.ProcessEnv;
  /** Everything but an archive is printed to this stream. */
  errors: NodeJS.WritableStream & { isTTY?: boolean };
  /** Aborted by a signal, such as Ctrl-C. */
  signal: AbortSignal;
  /** The base folder of relative file names. */
  folder: string;
}

/** The context of this process. A signal cancels the command instead of ending the process. */
export function contextOfProcess(): CommandContext {
  const canceled = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => canceled.abort());
  }
  // A closed terminal must not end a command before its cleanup is done.
  process.stderr.on("error", () => {});
  return {
    args: process.argv.slice(2),
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    signal: canceled.signal,
    // npm runs scripts in the package's folder and puts the caller's folder into INIT_CWD.
    folder: process.env.INIT_CWD ?? process.cwd(),
  };
}

/**
 * Runs a command and prints why it failed.
 * @param options.usage printed after an error in the arguments: a `UsageError`, or one of
 * `parseArgs`.
 * @param options.signal without one, only a prompt can be canceled, and nothing is printed then.
 * @returns the exit code: 0 done, 1 failed, 2 invalid usage, 130 canceled.
 */
export async function runCommand(
  options: Pick<CommandContext, "errors"> & {
    usage: string;
    signal?: AbortSignal;
    describe?: (error: unknown) => string;
  },
  run: () => Promise<void>,
): Promise<number> {
  const { errors, usage, signal, describe = explain } = options;
  try {
    await run();
    return 0;
  } catch (error) {
    const isCanceled = signal?.aborted && !mayHaveChanged(error);
    if (isCanceled || error instanceof PromptCanceledError) {
      if (signal) errors.write("Canceled; nothing was changed.\n");
      return 130;
    }
    const { code = "", message = "" } = (error ?? {}) as NodeJS.ErrnoException;
    if (error instanceof UsageError || code.startsWith("ERR_PARSE_ARGS")) {
      errors.write(`${message}\n\n${usage}`);
      return 2;
    }
    errors.write(`${describe(error)}\n`);
    return 1;
  }
}
