import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeDevice } from "../shell/user-store.fixture.ts";
import { PictureCopies } from "./picture-copies.ts";

const MB = 2 ** 20;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:copy");
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const blob = (bytes: number) => new Blob([new Uint8Array(bytes)]);

/** The copies of a device, with contents of this many bytes. */
function open(bytes = 10, device = new FakeDevice()) {
  const fetched: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    fetched.push(String(address));
    return new Response(blob(bytes));
  });
  const copies = new PictureCopies(device);
  return { copies, device, fetched };
}

const addressOf = (path: string) => `https://site.test/storage/v1/object/sign/${path}?token=t`;

it("the picture cache stores a shown picture once, and again when its content has changed", async () => {
  const { copies, device, fetched } = open();
  await copies.keep("a", true, addressOf("one"));
  await copies.keep("a", true, `${addressOf("one")}2`);
  expect(fetched).toEqual([addressOf("one")]);
  await copies.keep("a", true, addressOf("two"));
  expect(fetched).toHaveLength(2);
  expect(device.stored.size).toBe(1);
  await copies.keep("b", true, "blob:local");
  expect(device.stored.size).toBe(1);
});

it("the picture cache returns the other size if only that is stored, and nothing after the removal", async () => {
  const { copies } = open();
  await copies.keep("a", true, addressOf("one"));
  expect(await copies.open("a", true)).toBe("blob:copy");
  expect(await copies.open("a", false)).toBe("blob:copy");
  await copies.remove("a");
  expect(await copies.open("a", true)).toBeNull();
});

it("the picture cache keeps at most 50 MB: large pictures go first, those seen longest ago before others", async () => {
  const { copies, device } = open();
  await copies.add("thumbnail", true, blob(10_000));
  for (const id of ["one", "two", "three", "four"]) {
    vi.advanceTimersByTime(1_000);
    await copies.add(id, false, blob(16 * MB));
    if (id !== "two") continue;
    vi.advanceTimersByTime(1_000);
    await copies.add("one", false, blob(16 * MB));
  }
  expect([...device.stored.keys()].sort()).toEqual([
    "picture four",
    "picture one",
    "picture three",
    "picture thumbnail small",
  ]);
});

it("the picture cache works without storage and without an answer", async () => {
  const { copies, device } = open();
  device.full = true;
  await copies.keep("a", true, addressOf("one"));
  expect(await copies.open("a", true)).toBeNull();
  device.full = false;
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await copies.keep("a", true, addressOf("one"));
  expect(device.stored.size).toBe(0);
});
