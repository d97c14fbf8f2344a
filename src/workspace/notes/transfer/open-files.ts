import { formatExcess, formatSize } from "../../../lib/file-size.ts";
import { UnreadableFile } from "../../../lib/files/unreadable-file.ts";
import { readZipDirectory, readZipEntry } from "../../../lib/files/zip-directory.ts";
import type { SourceFile } from "./found-note.ts";
import { IMPORT_MAX_BYTES, IMPORT_MAX_GROWTH } from "./limits.ts";

/** A chosen file, with its path in the chosen folder. */
export interface ChosenFile {
  file: Blob;
  path: string;
  lastModified: number;
}

/** Extensions of files that contain notes. */
export const IS_NOTE = /\.(?:md|markdown|txt|html?|json)$/i;

const IS_ZIP = /\.zip$/i;
/** Zip files of Bear and TextBundle, and the parts of a Notion export. */
const IS_PART = /\.(?:bear2?bk|textpack)$|-Part-\d+\.zip$/i;

/** Files that programs add for themselves. */
const IS_HIDDEN = /(?:^|\/)(?:\.[^/]*|__MACOSX)(?:\/|$)/;

/** Maximum nesting of zips. */
const DEEPEST = 3;

/**
 * Lists the chosen files, including the contents of zips, as one folder. Nested zips are unpacked,
 * because Notion packs its zips once more, in parts; a zip beside notes is an attachment and stays
 * packed.
 * @throws {UnreadableFile} when the files are too large, or a zip cannot be read.
 */
export async function openFiles(chosen: readonly ChosenFile[]) {
  checkSize(chosen.reduce((sum, { file }) => sum + file.size, 0));
  const files = chosen.map(({ file, path, lastModified }) => ({
    path,
    size: file.size,
    lastModified: new Date(lastModified),
    read: async () => new Uint8Array(await file.arrayBuffer()),
    file,
  }));
  const all = await unpackAll(files, 0);
  return {
    files: withoutRoot(all.filter(({ path }) => !IS_HIDDEN.test(path))),
    /** A folder `.obsidian` marks an Obsidian vault. */
    isVault: all.some(({ path }) => /(?:^|\/)\.obsidian\//.test(path)),
  };
}

async function unpackAll(
  files: readonly (SourceFile & { file?: Blob })[],
  depth: number,
): Promise<SourceFile[]> {
  const all: SourceFile[] = [];
  const hasNotes = files.some(({ path }) => IS_NOTE.test(path) && !IS_HIDDEN.test(path));
  for (const { file, ...one } of files) {
    const isChosen = file && !one.path.includes("/") && (await isZip(file));
    const isPart = IS_PART.test(one.path) || (IS_ZIP.test(one.path) && !hasNotes);
    if (IS_HIDDEN.test(one.path) || depth > DEEPEST || !(isChosen || isPart)) {
      all.push(one);
      continue;
    }
    if (!file) checkSize(one.size);
    const read = async () => file ?? new Blob([await one.read()]);
    const inside = await read()
      .then(unpack)
      .catch((error: Error) => {
        throw new UnreadableFile(depth > 0 ? `${one.path}: ${error.message}` : error.message);
      });
    const folder = one.path.replace(/[^/]*$/, "");
    const found = inside.map((entry) => ({ ...entry, path: folder + entry.path }));
    all.push(...(await unpackAll(found, depth + 1)));
  }
  return all;
}

function checkSize(size: number): void {
  if (size <= IMPORT_MAX_BYTES) return;
  throw new UnreadableFile(
    `This has ${formatExcess(size)}. At most ${formatSize(IMPORT_MAX_BYTES)} can be imported at once.`,
  );
}

const isZip = async (file: Blob) =>
  /^80,75,(?:3,4|5,6)$/.test(new Uint8Array(await file.slice(0, 4).arrayBuffer()).join());

async function unpack(zip: Blob): Promise<SourceFile[]> {
  const read = async (from: number, to: number) =>
    new Uint8Array(await zip.slice(from, to).arrayBuffer());
  const entries = await readZipDirectory(zip.size, read);
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > IMPORT_MAX_GROWTH * zip.size) {
    throw new UnreadableFile(
      `This zip would grow more than ${IMPORT_MAX_GROWTH} times, to ${formatSize(size)}, and was not unpacked.`,
    );
  }
  return entries
    .filter(({ isFolder }) => !isFolder)
    .map((entry) => ({
      path: entry.name.replaceAll("\\", "/"),
      size: entry.size,
      lastModified: entry.lastModified,
      read: () => readZipEntry(entry, read),
    }));
}

/** Removes the root folder that all files share, whose name says nothing about the notes. */
function withoutRoot(files: SourceFile[]): SourceFile[] {
  const root = `${files[0]?.path.split("/")[0]}/`;
  if (root.endsWith(".textbundle/") || !files.every(({ path }) => path.startsWith(root)))
    return files;
  return withoutRoot(files.map((file) => ({ ...file, path: file.path.slice(root.length) })));
}
