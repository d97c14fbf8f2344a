import { messageOf } from "../../../lib/errors.ts";
import { type ChosenFile, type Found, type FoundNote, NoteSource } from "./note-source.ts";

/** What the page asks the worker: first to scan files, then for contents of what was found. */
export type Question = { scan: ChosenFile[] } | { read: FoundNote["place"][] };
export type Answer =
  | { progress: number }
  | { found: Found }
  | { contents: string[] }
  | { failure: string };

let source: NoteSource | undefined;

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  try {
    answer(await reply(data));
  } catch (error) {
    answer({ failure: messageOf(error) });
  }
});

async function reply(question: Question): Promise<Answer> {
  if ("read" in question) return { contents: (await source?.read(question.read)) ?? [] };
  source = await NoteSource.open(question.scan);
  const onProgress = (progress: number) => answer({ progress });
  // The page ends the worker instead of aborting.
  return { found: await source.scan({ signal: new AbortController().signal, onProgress }) };
}

const answer = (message: Answer) => postMessage(message);
