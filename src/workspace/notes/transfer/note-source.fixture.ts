import { strToU8, type Zippable, zipSync } from "fflate";
import { NoteSource } from "./note-source.ts";
import type { ChosenFile } from "./open-files.ts";

export const lastModified = Date.parse("2020-02-03T04:05:06Z");

/** File contents by path: text, bytes, or an archive of other files. */
export interface TestFiles {
  [path: string]: string | Uint8Array | TestFiles;
}

export function chosen(path: string, content: string | Uint8Array): ChosenFile {
  const bytes = typeof content === "string" ? strToU8(content) : content;
  return { file: new Blob([bytes as Uint8Array<ArrayBuffer>]), path, lastModified };
}

export const zipped = (files: TestFiles, name = "takeout.zip") => chosen(name, packed(files));

function packed(files: TestFiles): Uint8Array {
  const contents = Object.entries(files).map(([path, content]) => {
    if (typeof content === "string") return [path, strToU8(content)];
    return [path, content instanceof Uint8Array ? content : packed(content)];
  });
  return zipSync(Object.fromEntries(contents) as Zippable);
}

/** Everything that the import finds in these files, including the contents. */
export async function read(...files: ChosenFile[]) {
  const source = await NoteSource.open(files);
  const progress: number[] = [];
  const found = await source.scan((part) => void progress.push(part));
  const contents = await source.read(
    found.notes.filter(({ problem }) => !problem).map(({ place }) => place),
  );
  return {
    ...found,
    notes: found.notes.map((note) => ({
      ...note,
      content: note.problem ? null : contents.shift(),
    })),
  };
}

/** A note in Google Keep's Takeout format. */
export const keep = (values: object) =>
  JSON.stringify({
    color: "DEFAULT",
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    textContent: "text",
    title: "",
    userEditedTimestampUsec: 1583000000123456,
    createdTimestampUsec: 1582000000000000,
    ...values,
  });
