import { expect, it } from "vitest";
import type { SubtreeFile } from "../file.ts";
import { FAILURES_NAME, type ZipFailure, zipContents, zipEntries } from "./zip-contents.ts";

const file = (id: string, name = `${id}.txt`): SubtreeFile => ({
  id,
  parent_id: null,
  name,
  is_folder: false,
  size: 4,
  storage_object_path: id,
});

/** What `open` returns for each id: bytes, bytes followed by an error, or no stream at all. */
function contentOf(id: string): ReadableStream<Uint8Array> {
  if (id.startsWith("bad")) throw new Error("The disk cannot be read.");
  const parts = [new TextEncoder().encode(id)];
  return new ReadableStream({
    pull(controller) {
      const part = parts.pop();
      if (part) controller.enqueue(part);
      else if (id.startsWith("cut")) controller.error(new Error("Connection lost."));
      else controller.close();
    },
  });
}

async function pack(files: SubtreeFile[], signal = new AbortController().signal) {
  const failures: ZipFailure[] = [];
  const packed: Record<string, string> = {};
  for await (const { name, input } of zipContents(zipEntries(files), {
    open: async ({ id }) => contentOf(id),
    signal,
    onRead: () => {},
    onFailure: (failure) => failures.push(failure),
  })) {
    packed[name] = await new Response(input).text();
  }
  return { packed, failures };
}

it("packs every file and adds no list when all can be read", async () => {
  expect(await pack([file("a"), file("b")])).toEqual({
    packed: { "a.txt": "a", "b.txt": "b" },
    failures: [],
  });
});

it("omits an unreadable file and lists it", async () => {
  const { packed, failures } = await pack([file("a"), file("bad"), file("b")]);
  expect(packed).toEqual({
    "a.txt": "a",
    "b.txt": "b",
    [FAILURES_NAME]: "bad.txt: The disk cannot be read.\r\n",
  });
  expect(failures).toEqual([{ path: "bad.txt", message: "The disk cannot be read." }]);
});

it("keeps the part of a truncated file and lists it as incomplete", async () => {
  const { packed } = await pack([file("cut"), file("a")]);
  expect(packed).toEqual({
    "cut.txt": "cut",
    "a.txt": "a",
    [FAILURES_NAME]: "cut.txt: Connection lost. The file is incomplete.\r\n",
  });
});

it("gives the list an unused name", async () => {
  const { packed } = await pack([file("a", FAILURES_NAME), file("bad")]);
  expect(Object.keys(packed)).toEqual([FAILURES_NAME, "Files that could not be read (1).txt"]);
});

it("rejects when no file could be read, and when aborted", async () => {
  await expect(pack([file("bad"), file("bad2")])).rejects.toThrow("The disk cannot be read.");
  await expect(pack([file("a"), file("bad")], AbortSignal.abort())).rejects.toThrow();
});

const entryOf = (
  id: string,
  parent_id: string | null,
  name: string,
  is_folder = false,
): SubtreeFile => ({
  id,
  parent_id,
  name,
  is_folder,
  size: is_folder ? null : 1,
  storage_object_path: is_folder ? null : id,
});
const pathsOf = (...files: SubtreeFile[]) => zipEntries(files).map(({ path }) => path);

it("starts paths at the selected entries, whatever folder they are in", () => {
  expect(
    pathsOf(
      entryOf("f", "elsewhere", "photos", true),
      entryOf("1", "f", "résumé — 最終.pdf"),
      entryOf("g", "f", "empty", true),
      entryOf("2", "g", "100%.txt"),
    ),
  ).toEqual(["photos/", "photos/résumé — 最終.pdf", "photos/empty/", "photos/empty/100%.txt"]);
});

it("needs no order: a file may come before its folder", () => {
  expect(
    pathsOf(
      entryOf("2", "g", "list.csv"),
      entryOf("g", "f", "Photos", true),
      entryOf("f", null, "Trip", true),
    ),
  ).toEqual(["Trip/Photos/list.csv", "Trip/Photos/", "Trip/"]);
});

it("renames duplicates", () => {
  expect(pathsOf(entryOf("1", "a", "x.txt"), entryOf("2", "b", "x.txt"))).toEqual([
    "x.txt",
    "x (1).txt",
  ]);
});

it("lets no name escape the archive's folder", () => {
  expect(pathsOf(entryOf("1", null, "../../etc/passwd"), entryOf("2", null, "..\\x"))).toEqual([
    ".._.._etc_passwd",
    ".._x",
  ]);
});
