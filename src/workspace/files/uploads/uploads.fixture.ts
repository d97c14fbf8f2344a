import { vi } from "vitest";
import type { Picked } from "./picked-files.ts";
import { ConnectionLost, type Names, NameTaken, type UploadBackend } from "./upload-backend.ts";
import type { ConflictChoice, UploadJob } from "./upload-machine.ts";
import { Uploads } from "./uploads.ts";

/** A picked file of four bytes in these folders. */
export function pick(name: string, ...folders: string[]): Picked {
  return { folders, file: new File(["1234"], name, { lastModified: 1 }) };
}

/** Uploads into an in-memory drive; a folder's id is its path. */
export function createFakeDrive(
  files: string[] = [],
  folderNames: string[] = [],
  stored = new Map<string, UploadJob>(),
  storesFiles = false,
) {
  const names = new Map<string, string>(files.map((path) => [path, path]));
  const folders: string[] = [...folderNames];
  const at = (folder: string | null, name: string) => (folder ? `${folder}/${name}` : name);
  const drive = {
    folders,
    stored,
    online: true,
    sending: [] as string[],
    reserved: [] as string[],
    replaced: [] as string[],
    discarded: [] as string[],
    /** Paths whose entry exists. */
    finished: new Set<string>(),
    resumedAt: [] as string[],
    /** For each stored file or folder, whether it was the last one. */
    storedLast: [] as boolean[],
    entries: () => [...names.keys()].sort(),
    states: () => drive.uploads.get().map(({ state }) => state.kind),
    hold() {
      held = new Promise<void>((resolve) => {
        drive.release = resolve;
      });
    },
    release: () => {},
    /** Called after a reservation, before its response. */
    whenReserved: () => {},
    /** Makes the next requests fail. */
    breakConnection(times: number) {
      broken = times;
    },
    settle: () => vi.advanceTimersByTimeAsync(60_000),
    async add(...picked: Picked[]) {
      drive.uploads.add(picked, null);
      await drive.settle();
    },
    async answer(index: number, choice: ConflictChoice, forAll = false) {
      drive.uploads.answer(drive.uploads.get()[index]?.id ?? "", choice, forAll);
      await drive.settle();
    },
    uploads: null as never as Uploads,
  };
  let held: Promise<void> = Promise.resolve();
  let broken = 0;
  const backend: UploadBackend = {
    async listNames(folder) {
      const prefix = folder ? `${folder}/` : "";
      const here = (path: string) =>
        path.startsWith(prefix) && !path.slice(prefix.length).includes("/");
      const found: Names = new Map();
      for (const path of [...folders, ...names.keys()].filter(here)) {
        found.set(path.slice(prefix.length), { id: path, isFolder: folders.includes(path) });
      }
      return found;
    },
    async openFolder(parent, name) {
      const path = at(parent, name);
      if (!folders.includes(path)) folders.push(path);
      return path;
    },
    isBatched: ({ name }) => name.startsWith("tiny "),
    async reserve({ name }) {
      drive.reserved.push(name);
      drive.whenReserved();
      return `stored ${name}`;
    },
    extend: async (path) => !drive.finished.has(path),
    isFinished: async (path) => drive.finished.has(path),
    async send({ name, resumeUrl }, _path, { onResumable }) {
      if (resumeUrl) drive.resumedAt.push(resumeUrl);
      onResumable(`resume ${name}`);
      drive.sending.push(name);
      if (broken > 0) {
        broken -= 1;
        throw new ConnectionLost();
      }
      await held;
    },
    async finish({ name, replaces }, _path, folder) {
      if (replaces) drive.replaced.push(replaces);
      else if (names.has(at(folder, name))) throw new NameTaken();
      names.set(at(folder, name), name);
    },
    async discard({ name }) {
      drive.discarded.push(name);
    },
  };
  drive.uploads = new Uploads({
    backend,
    store: {
      list: async () => [...stored.values()],
      save: async (job) => void stored.set(job.id, { ...job, file: storesFiles ? job.file : null }),
      remove: async (id) => void stored.delete(id),
      forgetFiles: async () => {},
    },
    onStored: (isLast) => drive.storedLast.push(isLast),
    isOnline: () => drive.online,
  });
  return drive;
}
