import { saveZip } from "../../../lib/files/save-zip.ts";
import { saveBlob } from "../../../lib/save-file.ts";
import { listPictures, type PictureFile, readPicture } from "../../pictures/transfer-pictures.ts";
import { createNames, type ExportedNote, frontMatterOf } from "./note-file.ts";
import { type PicturePaths, toExactMarkdown } from "./to-markdown.ts";
import { countNotes, readNotes, TABLES } from "./transfer-api.ts";

export interface ExportOptions {
  userId: string;
  /** Includes deleted notes. */
  withTrash: boolean;
  signal: AbortSignal;
  onProgress: (progress: { done: number; all: number }) => void;
}

export interface Exported {
  notes: number;
  /** Number of pictures that could not be read. */
  missing: number;
}

/**
 * Saves all notes as Markdown files with their pictures in a zip, which is written while the notes
 * are read.
 * @throws {BackendError} when a read fails; then nothing is saved.
 */
export async function exportNotes(options: ExportOptions): Promise<Exported> {
  const { userId, withTrash, signal, onProgress } = options;
  const tables = withTrash ? TABLES : TABLES.slice(0, 1);
  const counts = await Promise.all(tables.map((table) => countNotes(userId, table, signal)));
  const all = counts.reduce((sum, count) => sum + count, 0);
  onProgress({ done: 0, all });
  const exported = { notes: 0, missing: 0 };
  const pictures = createPictures(signal, () => {
    exported.missing += 1;
  });
  async function* files() {
    const nameIn = { "": createNames(), "Archive/": createNames(), "Trash/": createNames() };
    for (const table of tables) {
      for await (const notes of readNotes(userId, table, signal)) {
        const paths = await pictures.pathsOf(notes);
        for (const note of notes) {
          const folder = note.is_trashed ? "Trash/" : note.is_archived ? "Archive/" : "";
          yield {
            name: `${folder}${nameIn[folder](note.title)}.md`,
            lastModified: new Date(note.updated_at),
            input: toFile(note, paths, folder && "../"),
          };
          exported.notes += 1;
        }
        onProgress({ done: exported.notes, all });
      }
    }
    yield* pictures.files();
  }
  await saveZip(`foyer-notes-${new Date().toISOString().slice(0, 10)}.zip`, null, files(), signal);
  return exported;
}

/** Saves one note as a Markdown file, or as a zip if it has pictures. */
export async function exportNote(note: ExportedNote): Promise<void> {
  const { signal } = new AbortController();
  const name = createNames()(note.title);
  const pictures = createPictures(signal, (error) => {
    throw error;
  });
  const paths = await pictures.pathsOf([note]);
  const text = toFile(note, paths);
  if (paths.size === 0) return saveBlob(new Blob([text], { type: "text/markdown" }), `${name}.md`);
  async function* files() {
    yield { name: `${name}.md`, lastModified: new Date(note.updated_at), input: text };
    yield* pictures.files();
  }
  await saveZip(`${name}.zip`, null, files(), signal);
}

/** The pictures of an export, each once, packed after the notes. */
function createPictures(signal: AbortSignal, onMissing: (error: unknown) => void) {
  const found = new Map<string, PictureFile>();
  return {
    /** The paths of the notes' pictures in the archive, by id. */
    async pathsOf(notes: readonly ExportedNote[]): Promise<Map<string, string>> {
      const named = notes.flatMap(({ content }) => [...content.matchAll(NAMED)]);
      const ids = new Set(named.map(([, id = ""]) => id.toLowerCase()));
      const files = await listPictures([...ids], signal);
      for (const file of files) found.set(file.id, file);
      return new Map(files.map((file) => [file.id, pathOf(file)]));
    },
    async *files() {
      for (const file of found.values()) {
        try {
          yield { name: pathOf(file), input: await readPicture(file, signal) };
        } catch (error) {
          signal.throwIfAborted();
          onMissing(error);
        }
      }
    },
  };
}

const NAMED = /data-file="([0-9a-f-]{36})"/gi;

const pathOf = ({ id, name }: PictureFile) =>
  `Pictures/${id}${/\.\w{1,5}$/.exec(name)?.[0].toLowerCase() ?? ""}`;

/** @param above the relative path from the note's folder to the parent of the pictures' folder. */
export function toFile(note: ExportedNote, paths: PicturePaths = new Map(), above = ""): string {
  const relative = new Map([...paths].map(([id, path]) => [id, `${above}${path}`]));
  return `${frontMatterOf(note)}\n${toExactMarkdown(note.content, relative)}\n`;
}
