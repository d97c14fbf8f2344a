import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UPLOAD_CHUNK_BYTES } from "../../../../shared/limits.ts";
import { resolveName } from "./batch.ts";
import type { Names } from "./upload-backend.ts";
import type { ConflictChoice } from "./upload-machine.ts";
import { createFakeDrive, pick } from "./uploads.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The stored state of a visit that ended while it was sending this file. */
async function interrupt(picked: ReturnType<typeof pick>, { storesFiles = false } = {}) {
  const drive = createFakeDrive([], [], new Map(), storesFiles);
  drive.hold();
  await drive.add(picked);
  return drive.stored;
}

it("the upload queue sends 24 small files at a time, 300 that share requests, or three large ones", async () => {
  const drive = createFakeDrive();
  drive.hold();
  const pickLarge = (name: string) => {
    const file = new File(["x"], name, { lastModified: 1 });
    Object.defineProperty(file, "size", { value: UPLOAD_CHUNK_BYTES + 1 });
    return { folders: [], file };
  };
  await drive.add(...Array.from({ length: 5 }, (_, index) => pickLarge(`large ${index}`)));
  expect(drive.sending).toHaveLength(3);
  await drive.add(...Array.from({ length: 30 }, (_, index) => pick(`small ${index}`)));
  expect(drive.sending).toHaveLength(27);
  await drive.add(...Array.from({ length: 310 }, (_, index) => pick(`tiny ${index}`)));
  expect(drive.sending).toHaveLength(327);
  drive.release();
  await drive.settle();
  expect(new Set(drive.states())).toEqual(new Set(["done"]));
});

it("the upload queue releases the space reserved for an upload that was canceled meanwhile", async () => {
  const drive = createFakeDrive();
  drive.whenReserved = () => drive.uploads.cancel(drive.uploads.get()[0]?.id ?? "");
  await drive.add(pick("a.txt"));
  expect(drive.discarded).toEqual(["a.txt"]);
  expect(drive.sending).toEqual([]);
});

it("the upload queue creates each folder once", async () => {
  const drive = createFakeDrive();
  drive.hold();
  const names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"];
  await drive.add(...names.map((name) => pick(name, "photos", "2026")));
  drive.release();
  await drive.settle();
  expect(drive.entries()).toEqual(names.map((name) => `photos/2026/${name}`));
  expect(drive.folders).toEqual(["photos", "photos/2026"]);
  expect(drive.states()).toEqual(Array(5).fill("done"));
});

it("the upload queue asks about a name that is taken in another Unicode form, also by one of the same batch", async () => {
  const drive = createFakeDrive(["\u00e9.txt"]);
  await drive.add(pick("e\u0301.txt"), pick("u\u0308.txt"), pick("\u00fc.txt"));
  expect(drive.states()).toEqual(["asking", "done", "asking"]);
  await drive.answer(0, "both");
  await drive.answer(2, "both");
  expect(drive.entries()).toEqual(
    ["\u00e9 (1).txt", "\u00e9.txt", "\u00fc (1).txt", "\u00fc.txt"].sort(),
  );
});

it("the upload queue resumes an upload of the previous version, which stored the file's name in another form", async () => {
  const [[id, job] = []] = [...(await interrupt(pick("\u00e9.txt")))];
  if (!id || !job) throw new Error("Nothing was stored.");
  const drive = createFakeDrive([], [], new Map([[id, { ...job, name: "e\u0301.txt" }]]));
  await drive.settle();
  await drive.add(pick("e\u0301.txt"));
  expect([drive.entries(), drive.states()]).toEqual([["\u00e9.txt"], ["done"]]);
});

it("the upload queue reports which stored file is the last one", async () => {
  const drive = createFakeDrive(["b.txt"]);
  await drive.add(pick("a.txt"), pick("b.txt"), pick("c.txt"));
  // One file waits for an answer.
  expect(drive.storedLast).toEqual([false, false]);
  await drive.answer(1, "both");
  expect(drive.storedLast).toEqual([false, false, true]);
});

it("the upload queue creates empty folders", async () => {
  const drive = createFakeDrive();
  await drive.add({ folders: ["empty"], file: null });
  expect(drive.folders).toEqual(["empty"]);
  expect(drive.states()).toEqual(["done"]);
});

it("the upload queue asks about each taken name, and applies the answer", async () => {
  const drive = createFakeDrive(["one.txt", "two.txt", "three.txt"]);
  await drive.add(pick("one.txt"), pick("two.txt"), pick("three.txt"), pick("new.txt"));
  expect(drive.states()).toEqual(["asking", "asking", "asking", "done"]);
  await drive.answer(2, "skip");
  await drive.answer(1, "both");
  await drive.answer(0, "replace");
  expect(drive.entries()).toEqual(["new.txt", "one.txt", "three.txt", "two (1).txt", "two.txt"]);
  expect(drive.replaced).toEqual(["one.txt"]);
  expect(drive.states()).toEqual(["done", "done", "done"]);
});

it("the upload queue applies an answer to all conflicts, but never replaces a folder with a file", async () => {
  const drive = createFakeDrive(["a.txt", "b.txt"], ["folder"]);
  await drive.add(pick("a.txt"), pick("b.txt"), pick("folder"));
  await drive.answer(0, "replace", true);
  expect(drive.replaced).toEqual(["a.txt", "b.txt"]);
  expect(drive.states()).toEqual(["done", "done", "asking"]);
});

it("the upload queue gives two files of the same name different names when both are kept", async () => {
  const drive = createFakeDrive();
  drive.uploads.add([pick("x.txt")], null);
  await drive.add(pick("x.txt"));
  // The second file was checked before the first had its row, so the backend refuses it and the
  // user is asked.
  await drive.answer(1, "both");
  expect(drive.entries()).toEqual(["x (1).txt", "x.txt"]);
});

it("the upload queue asks about two files of the same name in one batch before either is uploaded", async () => {
  const drive = createFakeDrive();
  drive.hold();
  await drive.add(pick("x.txt"), pick("x.txt"));
  expect(drive.states()).toEqual(["sending", "asking"]);
});

it("the upload queue retries after a short connection loss, and reports a long one", async () => {
  const drive = createFakeDrive();
  drive.breakConnection(2);
  await drive.add(pick("short.txt"));
  expect(drive.states()).toEqual(["done"]);
  drive.breakConnection(4);
  await drive.add(pick("long.txt"));
  expect(drive.states()).toEqual(["done", "failed"]);
  drive.uploads.retry(drive.uploads.get()[1]?.id ?? "");
  await drive.settle();
  expect(drive.states()).toEqual(["done", "done"]);
  expect(drive.reserved).toEqual(["short.txt", "long.txt"]);
});

it("the upload queue pauses while offline and resumes automatically", async () => {
  const drive = createFakeDrive();
  drive.online = false;
  drive.breakConnection(1);
  await drive.add(pick("a.txt"));
  expect(drive.states()).toEqual(["offline"]);
  drive.online = true;
  drive.uploads.reconnect();
  await drive.settle();
  expect(drive.states()).toEqual(["done"]);
});

it("the upload queue releases the reservation of a canceled upload", async () => {
  const drive = createFakeDrive();
  drive.hold();
  await drive.add(pick("a.txt"), pick("b.txt"));
  drive.uploads.cancel(drive.uploads.get()[0]?.id ?? "");
  drive.release();
  await drive.settle();
  expect(drive.entries()).toEqual(["b.txt"]);
  expect(drive.discarded).toEqual(["a.txt"]);
});

it("the upload queue lists unfinished uploads of an earlier visit, and resumes them only with the same file", async () => {
  const drive = createFakeDrive([], [], await interrupt(pick("film.mp4")));
  await drive.settle();
  expect(drive.states()).toEqual(["file-needed"]);
  const [job] = drive.uploads.get();
  expect(drive.uploads.resume(job?.id ?? "", new File(["other"], "film.mp4"))).toBe(false);
  const { file } = pick("film.mp4");
  if (file) expect(drive.uploads.resume(job?.id ?? "", file)).toBe(true);
  await drive.settle();
  expect(drive.entries()).toEqual(["film.mp4"]);
  expect(drive.resumedAt).toEqual(["resume film.mp4"]);
  expect(drive.stored.size).toBe(0);
});

it("the upload queue resumes when the same file is chosen again for the same folder", async () => {
  const drive = createFakeDrive([], [], await interrupt(pick("film.mp4")));
  await drive.settle();
  await drive.add(pick("film.mp4"));
  expect(drive.states()).toEqual(["done"]);
  expect(drive.resumedAt).toEqual(["resume film.mp4"]);
});

it("the upload queue sends another file of the same name beside an unfinished one", async () => {
  const drive = createFakeDrive([], [], await interrupt(pick("film.mp4")));
  await drive.settle();
  await drive.add({ folders: [], file: new File(["other"], "film.mp4") });
  expect(drive.states()).toEqual(["file-needed", "done"]);
  expect(drive.resumedAt).toEqual([]);
});

it("the upload queue resumes automatically when the file was stored", async () => {
  const stored = await interrupt(pick("film.mp4", "films"), { storesFiles: true });
  const drive = createFakeDrive([], ["films"], stored);
  await drive.settle();
  expect(drive.states()).toEqual(["done"]);
  expect(drive.entries()).toEqual(["films/film.mp4"]);
  expect(drive.resumedAt).toEqual(["resume film.mp4"]);
  expect(drive.stored.size).toBe(0);
});

it("the upload queue stores a queued large file, and asks about an unsettled name", async () => {
  const first = createFakeDrive([], [], new Map(), true);
  first.hold();
  const large = new File([new Uint8Array(UPLOAD_CHUNK_BYTES + 1)], "late.mp4", { lastModified: 1 });
  const small = ["1", "2", "3"].map((name) => pick(name));
  first.uploads.add([...small, { folders: [], file: large }], null);
  expect([...first.stored.values()].map(({ name }) => name)).toEqual(["late.mp4"]);
  const drive = createFakeDrive(["late.mp4"], [], first.stored);
  await drive.settle();
  expect(drive.states()).toEqual(["asking"]);
  await drive.answer(0, "both");
  expect(drive.entries()).toEqual(["late (1).mp4", "late.mp4"]);
});

it("the upload queue does not send a file again when only the last response was lost", async () => {
  const stored = await interrupt(pick("film.mp4"), { storesFiles: true });
  const drive = createFakeDrive(["film.mp4"], [], stored);
  drive.finished.add("stored film.mp4");
  await drive.settle();
  expect(drive.states()).toEqual(["done"]);
  expect(drive.sending).toEqual([]);
  expect(drive.entries()).toEqual(["film.mp4"]);
});

const names: Names = new Map([
  ["a.txt", { id: "1", isFolder: false }],
  ["a (1).txt", { id: "2", isFolder: false }],
  ["b", { id: "3", isFolder: true }],
]);

const named = (name: string, replaces: string | null = null) => ({ type: "named", name, replaces });
const asked = (takenByFolder: boolean) => ({ type: "conflicted", takenByFolder });

it.each<[string, ConflictChoice | null, object]>([
  ["free.txt", null, named("free.txt")],
  ["free.txt", "replace", named("free.txt")],
  ["free.txt", "skip", named("free.txt")],
  ["a.txt", null, asked(false)],
  ["a.txt", "replace", named("a.txt", "1")],
  ["a.txt", "both", named("a (2).txt")],
  ["a.txt", "skip", { type: "skipped" }],
  ["b", null, asked(true)],
  ["b", "replace", asked(true)],
  ["b", "both", named("b (1)")],
  ["b", "skip", { type: "skipped" }],
])("the upload queue resolves %s with the choice %s", (name, choice, outcome) => {
  expect(resolveName(name, names, choice)).toEqual(outcome);
});
