import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BackendError } from "../../../lib/errors.ts";
import type { SubtreeFile } from "../file.ts";
import { FAILURES_NAME, type ZipFailure, zipContents } from "./zip-contents.ts";
import { zipEntries } from "./zip-entries.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LARGE = 20 * 1024 * 1024;

const file = (id: string, { name = `${id}.txt`, size = 4 } = {}): SubtreeFile => ({
  id,
  parent_id: null,
  name,
  is_folder: false,
  size,
  storage_object_path: id,
  updated_at: "2019-05-04T10:20:30.000Z",
});

/** A stream of the text's bytes, which then fails with `error`, if any. */
function streamOf(text: string, error?: Error): ReadableStream<Uint8Array> {
  const parts = [...text].map((letter) => new TextEncoder().encode(letter));
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else if (error) controller.error(error);
      else controller.close();
    },
  });
}

type Open = (id: string, from: number) => ReadableStream<Uint8Array>;

async function pack(files: SubtreeFile[], open: Open, signal = new AbortController().signal) {
  const failures: ZipFailure[] = [];
  const packed: Record<string, string> = {};
  let read = 0;
  const contents = zipContents(zipEntries(files), {
    open: async ({ id }, from) => open(id, from),
    signal,
    onRead: (bytes) => {
      read += bytes;
    },
    onFailure: (failure) => failures.push(failure),
  });
  async function run() {
    for await (const { name, input = [] } of contents) {
      const parts: BlobPart[] = [];
      for await (const part of typeof input === "string" ? [input] : input) {
        parts.push(part as BlobPart);
      }
      packed[name] = await new Blob(parts).text();
    }
    return { packed, failures, read };
  }
  const running = run();
  running.catch(() => {});
  await vi.advanceTimersByTimeAsync(600_000);
  return running;
}

const refuse = (status = 403) => {
  throw new BackendError("The disk cannot be read.", { status });
};

it("a zip download packs every file and adds no list when all can be read", async () => {
  expect(await pack([file("a"), file("b")], (id) => streamOf(id))).toEqual({
    packed: { "a.txt": "a", "b.txt": "b" },
    failures: [],
    read: 2,
  });
});

it("a zip download omits a file that is refused, after one attempt, and lists it", async () => {
  const opened: string[] = [];
  const { packed, failures } = await pack([file("a"), file("bad"), file("b")], (id) => {
    opened.push(id);
    return id === "bad" ? refuse() : streamOf(id);
  });
  expect(packed).toEqual({
    "a.txt": "a",
    "b.txt": "b",
    [FAILURES_NAME]: "bad.txt: The disk cannot be read.\r\n",
  });
  expect(failures).toEqual([{ path: "bad.txt", message: "The disk cannot be read." }]);
  expect(opened).toEqual(["a", "bad", "b"]);
});

it.each([
  ["no response", () => new TypeError("Failed to fetch")],
  ["a late one", () => new BackendError("Too slow.", { status: 504 })],
  ["too many requests", () => new BackendError("Wait.", { status: 429 })],
])("a zip download tries again after %s, for every second file once", async (_what, error) => {
  const failed = new Set<string>();
  const files = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((id) => file(id));
  const { packed, failures } = await pack(files, (id) => {
    if (Number(id) % 2 === 1 || failed.has(id)) return streamOf(id);
    failed.add(id);
    throw error();
  });
  expect(Object.values(packed).join("")).toBe("123456789");
  expect(failures).toEqual([]);
});

it.each([
  ["a small file", 6],
  ["a large file", LARGE],
])("a zip download resumes %s where its connection broke, however often", async (_what, size) => {
  const from: number[] = [];
  const { packed, failures, read } = await pack([file("a", { size })], (_id, at) => {
    from.push(at);
    return streamOf(
      "abcdefghij".slice(at, at + 1),
      at < 9 ? new TypeError("network error") : undefined,
    );
  });
  expect(packed).toEqual({ "a.txt": "abcdefghij" });
  expect({ failures, read, from }).toEqual({
    failures: [],
    read: 10,
    from: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  });
});

it("a zip download omits a small file that fails permanently, and names a large one as incomplete", async () => {
  const cut: Open = (id, at) =>
    id === "a" ? streamOf("a") : streamOf("cu".slice(at), new TypeError("Connection lost."));
  const { packed } = await pack([file("cut"), file("big", { size: LARGE }), file("a")], cut);
  expect(packed).toEqual({
    "big.txt": "cu",
    "a.txt": "a",
    [FAILURES_NAME]:
      "cut.txt: Connection lost.\r\nbig.txt: Connection lost. The file is incomplete.\r\n",
  });
});

it("a zip download does not retry each file while the server is unreachable, and retries again once it is back", async () => {
  const opened: string[] = [];
  let isAway = true;
  const files = ["1", "2", "3", "4", "5"].map((id) => file(id));
  const { failures } = await pack(files, (id) => {
    opened.push(id);
    if (id === "3") isAway = false;
    if (id === "4" && opened.filter((one) => one === "4").length < 3) return refuse(503);
    return isAway ? refuse(503) : streamOf(id);
  });
  expect(opened.join("")).toBe("1111112344" + "45");
  expect(failures.map(({ path }) => path)).toEqual(["1.txt", "2.txt"]);
});

it("a zip download gives the list an unused name", async () => {
  const files = [file("a", { name: FAILURES_NAME }), file("bad")];
  const { packed } = await pack(files, (id) => (id === "bad" ? refuse() : streamOf(id)));
  expect(Object.keys(packed)).toEqual([FAILURES_NAME, "Files that could not be read (1).txt"]);
});

it("a zip download rejects when no file could be read, and when aborted", async () => {
  await expect(pack([file("bad"), file("bad2")], () => refuse())).rejects.toThrow("The disk");
  const aborted = AbortSignal.abort();
  await expect(pack([file("a"), file("bad")], () => refuse(), aborted)).rejects.toThrow();
});
