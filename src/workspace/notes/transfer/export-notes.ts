import { openSink } from "../../../lib/files/open-sink.ts";
import { saveBlob } from "../../../lib/save-file.ts";
import { createNames, type ExportedNote, frontMatterOf } from "./note-file.ts";
import { toExactMarkdown } from "./to-markdown.ts";
import { countNotes, readNotes, TABLES } from "./transfer-api.ts";

export interface ExportOptions {
  userId: string;
  /** Includes deleted notes. */
  withTrash: boolean;
  signal: AbortSignal;
  onProgress: (progress: { done: number; all: number }) => void;
}

/**
 * Saves all notes as Markdown files in a zip, which is written while the notes are read.
 * @returns their number.
 * @throws {BackendError} when a read fails; nothing is saved then.
 */
export async function exportNotes({
  userId,
  withTrash,
  signal,
  onProgress,
}: ExportOptions): Promise<number> {
  const tables = withTrash ? TABLES : TABLES.slice(0, 1);
  const counts = await Promise.all(tables.map((table) => countNotes(userId, table, signal)));
  const all = counts.reduce((sum, count) => sum + count, 0);
  onProgress({ done: 0, all });
  let done = 0;
  async function* files() {
    const nameIn = { "": createNames(), "Archive/": createNames(), "Trash/": createNames() };
    for (const table of tables) {
      for await (const notes of readNotes(userId, table, signal)) {
        for (const note of notes) {
          const folder = note.is_trashed ? "Trash/" : note.is_archived ? "Archive/" : "";
          yield {
            name: `${folder}${nameIn[folder](note.title)}.md`,
            lastModified: new Date(note.updated_at),
            input: toFile(note),
          };
          done += 1;
        }
        onProgress({ done, all });
      }
    }
  }
  const { makeZip } = await import("client-zip");
  const sink = await openSink(`foyer-notes-${new Date().toISOString().slice(0, 10)}.zip`, null);
  try {
    await makeZip(files()).pipeTo(sink.stream, { signal });
    await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
  return done;
}

/** Saves one note as a Markdown file. */
export function exportNote(note: ExportedNote): void {
  saveBlob(new Blob([toFile(note)], { type: "text/markdown" }), `${createNames()(note.title)}.md`);
}

export function toFile(note: ExportedNote): string {
  return `${frontMatterOf(note)}\n${toExactMarkdown(note.content)}\n`;
}
