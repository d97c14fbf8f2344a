import { messageOf } from "../../../lib/errors.ts";
import { type Found, type FoundNote, NoteSource } from "./note-source.ts";
import type { ChosenFile } from "./open-files.ts";

/** Requests to the worker: the first scans files, later ones ask for contents. */
export type Question =
  | { scan: ChosenFile[] }
  | { read: FoundNote["place"][] }
  | { picture: string };
export type Answer =
  | { progress: number }
  | { found: Found }
  | { contents: string[] }
  | { picture: ArrayBuffer }
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
  if ("picture" in question) {
    if (!source) throw new Error("Nothing was read.");
    return { picture: (await source.readPicture(question.picture)).buffer };
  }
  source = await NoteSource.open(question.scan);
  // The page terminates the worker to cancel.
  return { found: await source.scan((progress) => answer({ progress })) };
}

function answer(message: Answer): void {
  postMessage(message, { transfer: "picture" in message ? [message.picture] : [] });
}
