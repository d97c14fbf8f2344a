import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, resolve } from "node:path";

type FileHandle = Awaited<ReturnType<typeof fs.open>>;

/**
 * Records what a device that drops unsynced writes would lose after `work`: contents of files, and
 * entries of folders. Also lists every file that got its name before its content was synced.
 */
export async function recordUnsynced(work: () => Promise<unknown>): Promise<string[]> {
  const original = { ...fs };
  const contents = new Set<string>();
  const entries = new Map<string, string>();
  const torn: string[] = [];
  const enter = (path: string) => entries.set(resolve(path), dirname(resolve(path)));
  const forget = (path: string) => {
    contents.delete(resolve(path));
    entries.delete(resolve(path));
  };
  const named = (from: string, to: string) => {
    if (contents.has(resolve(from))) torn.push(`${to} named before its content was synced`);
    enter(to);
  };
  const exists = (path: string) =>
    original.stat(path).then(
      () => true,
      () => false,
    );

  const replacements = {
    async open(path: string, flags?: string, mode?: number) {
      const isNew = !(await exists(path));
      const handle = await original.open(path, flags, mode);
      if (isNew) enter(path);
      return watch(handle, resolve(path));
    },
    async writeFile(path: string, ...rest: [string]) {
      await original.writeFile(path, ...rest);
      contents.add(resolve(path));
      enter(path);
    },
    async mkdir(path: string, options: { recursive: true }) {
      const first = await original.mkdir(path, options);
      if (first) {
        for (let made = resolve(path); made.length >= first.length; made = dirname(made))
          enter(made);
      }
      return first;
    },
    async rename(from: string, to: string) {
      await original.rename(from, to);
      named(from, to);
      forget(from);
    },
    async link(from: string, to: string) {
      await original.link(from, to);
      named(from, to);
    },
    async rm(path: string, options?: object) {
      await original.rm(path, options);
      forget(path);
    },
  };

  function watch(handle: FileHandle, path: string): FileHandle {
    return new Proxy(handle, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => {
          if (name === "write" || name === "writeFile") contents.add(path);
          if (name === "sync") {
            contents.delete(path);
            for (const [entry, folder] of entries) if (folder === path) entries.delete(entry);
          }
          return member.apply(target, values);
        };
      },
    });
  }

  Object.assign(fs, replacements);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(fs, original);
    syncBuiltinESMExports();
  }
  return [
    ...torn,
    ...[...contents].map((path) => `the content of ${path}`),
    ...[...entries.keys()].map((path) => `the name ${path}`),
  ];
}
