/** A dropped or chosen file or empty folder, and its parent folders, outermost first. */
export interface Picked {
  folders: readonly string[];
  /** Null for an empty folder; its name is the last of `folders`. */
  file: File | null;
}

/** The files of a file input; a folder input includes each file's relative path. */
export function pickedFrom(files: readonly File[]): Picked[] {
  return files.map((file) => ({
    folders: file.webkitRelativePath.split("/").slice(0, -1),
    file,
  }));
}

/** Whether a drag contains files from outside the page. */
export function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/**
 * Lists everything that was dropped, including folder contents. Must be called synchronously in the
 * drop event, whose data is cleared afterwards.
 * @throws {Error} when an entry cannot be read.
 */
export function pickedFromDrop(data: DataTransfer): Promise<Picked[]> {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const roots = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return readRoots(roots);
}

async function readRoots(roots: { entry: FileSystemEntry | null; file: File | null }[]) {
  const picked: Picked[] = [];
  for (const { entry, file } of roots) {
    if (entry) await readEntry(entry, [], picked);
    else if (file) picked.push({ folders: [], file });
  }
  return picked;
}

async function readEntry(entry: FileSystemEntry, folders: readonly string[], into: Picked[]) {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    into.push({ folders, file });
  } else if (isFolder(entry)) {
    const inside = [...folders, entry.name];
    const entries = await readFolder(entry.createReader());
    if (entries.length === 0) into.push({ folders: inside, file: null });
    for (const one of entries) await readEntry(one, inside, into);
  }
}

/** A reader returns about a hundred entries per call, and none at the end. */
async function readFolder(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
