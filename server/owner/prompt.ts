import { createInterface } from "node:readline/promises";

export interface Terminal {
  input: NodeJS.ReadableStream & {
    isTTY?: boolean;
    setRawMode?(raw: boolean): unknown;
  };
  output: NodeJS.WritableStream;
}

/** Thrown for Ctrl-C or Ctrl-D at a prompt. */
export class PromptCanceledError extends Error {
  override name = "PromptCanceledError";
}

/** Asks for one line, with echo. */
export async function promptLine({ input, output }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input, output });
  const canceled = new AbortController();
  lines.once("SIGINT", () => canceled.abort());
  lines.once("close", () => canceled.abort());
  try {
    return await lines.question(question, { signal: canceled.signal });
  } catch {
    throw new PromptCanceledError();
  } finally {
    lines.close();
  }
}

/** Asks for one line without any echo, so that not even its length is visible. */
export function promptHidden({ input, output }: Terminal, question: string): Promise<string> {
  output.write(question);
  input.setRawMode?.(true);
  input.resume();
  return new Promise((resolve, reject) => {
    let typed = "";
    const finish = () => {
      input.off("data", onData);
      input.setRawMode?.(false);
      input.pause();
      output.write("\n");
    };
    function onData(chunk: Buffer | string) {
      // Splits by characters, so that backspace removes a complete one.
      const characters = [...chunk.toString()];
      for (const [index, character] of characters.entries()) {
        if (character === "\r" || character === "\n") {
          finish();
          // When several lines are pasted, the rest belongs to the next prompt.
          const rest = characters.slice(index + 1).join("");
          if (rest) input.unshift(rest);
          resolve(typed);
          return;
        }
        if (character === CTRL_C || character === CTRL_D) {
          finish();
          reject(new PromptCanceledError());
          return;
        }
        if (character === BACKSPACE || character === DELETE) {
          typed = [...typed].slice(0, -1).join("");
        } else if (character >= " ") {
          typed += character;
        }
      }
    }
    input.on("data", onData);
  });
}

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const BACKSPACE = "\b";
const DELETE = "\u007f";

/** Reads the input until the stream ends. */
export async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
