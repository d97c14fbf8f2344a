import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BackendError } from "../../lib/errors.ts";
import { add, anyTask, FakeBoard, FakeDevice, move } from "./task-queue.fixture.ts";

let board: FakeBoard;
let device: FakeDevice;
beforeEach(() => {
  vi.useFakeTimers();
  board = new FakeBoard();
  device = new FakeDevice();
});
afterEach(() => vi.useRealTimers());

/** Lets requests finish. */
const pass = (ms = 50) => vi.advanceTimersByTimeAsync(ms);

it("changes made offline are shown at once, survive closing the tab and are sent in order", async () => {
  board.offline = true;
  const tab = device.open(board);
  const kept = Promise.all([
    tab.queue.submit(add("c")),
    tab.queue.submit(move("c", "inprogress")),
    tab.queue.submit(move("a", "done")),
    tab.queue.submit({ kind: "archive", ids: ["a"] }),
  ]);
  await pass();
  // Each caller is told that its change stays on the device.
  await kept;
  expect(tab.shown(board)).toEqual({ todo: "b", inprogress: "c" });
  expect(tab.queue.saveState()).toBe("offline");
  tab.close();
  expect(board.columns()).toEqual({ todo: "ab" });

  board.offline = false;
  const next = device.open(board);
  await next.queue.read();
  expect(next.queue.saveState()).toBe("saving");
  expect(next.shown(board)).toEqual({ todo: "b", inprogress: "c" });
  void next.queue.flush();
  await pass();
  expect(board.columns()).toEqual({ todo: "b", inprogress: "c" });
  expect(next.queue.all()).toEqual([]);
  expect(next.shown(board)).toEqual({ todo: "b", inprogress: "c" });
  expect(device.stored.size).toBe(0);
});

it("a change is on the device before it is sent", async () => {
  const tab = device.open(board);
  board.send = async ({ id }) => {
    expect([...device.stored.values()].map((one) => one.id)).toContain(id);
  };
  await Promise.all([tab.queue.submit(add("c")), pass()]);
  expect(tab.queue.all()).toEqual([]);
});

it("a change whose response was lost is sent again, and does not undo what others changed since", async () => {
  const tab = device.open(board);
  board.loseResponses = 1;
  void tab.queue.submit(move("a", "done"));
  await pass();
  expect(board.columns()).toEqual({ todo: "b", done: "a" });
  // Moved back on another device.
  board.tasks = [anyTask("b"), anyTask("a", "inprogress")];
  await pass(5_000);
  board.loseResponses = 1;
  void tab.queue.submit(add("c"));
  await pass();
  expect(board.columns()).toEqual({ todo: "bc", inprogress: "a" });
  // Deleted on another device.
  board.tasks = board.tasks.filter(({ id }) => id !== "c");
  await pass(5_000);
  expect(tab.queue.all()).toEqual([]);
  expect(board.requests).toHaveLength(4);
  expect(board.columns()).toEqual({ todo: "b", inprogress: "a" });
});

it("a change that a dying tab has sent without a response is sent again by the next tab, and applied once", async () => {
  const tab = device.open(board);
  board.loseResponses = 1;
  void tab.queue.submit(move("a", "done"));
  await pass(10);
  tab.close();
  expect(device.stored.size).toBe(1);
  const next = device.open(board);
  void next.queue.flush();
  await pass();
  expect(board.requests).toHaveLength(2);
  expect(board.columns()).toEqual({ todo: "b", done: "a" });
  expect(device.stored.size).toBe(0);
});

it("a refused change is undone and reported to its caller, and later changes are sent", async () => {
  const tab = device.open(board);
  board.refuse = new BackendError("The disk is full.", { status: 500 });
  const refused = expect(tab.queue.submit(move("a", "done"))).rejects.toThrow("The disk is full.");
  expect(tab.shown(board)).toEqual({ todo: "b", done: "a" });
  expect(tab.queue.saveState()).toBe("saved");
  await pass();
  await refused;
  expect(tab.shown(board)).toEqual({ todo: "ab" });
  board.refuse = null;
  await Promise.all([tab.queue.submit(move("b", "done")), pass()]);
  expect(board.columns()).toEqual({ todo: "a", done: "b" });
});

it("a change that is refused later stays with its reason, holds back what needs it, and can be sent again or discarded", async () => {
  board.offline = true;
  const tab = device.open(board);
  const changes = [add("c"), move("c", "done"), move("a", "done"), add("d"), move("d", "done")];
  await Promise.all([...changes.map((change) => tab.queue.submit(change)), pass()]);
  tab.close();
  board.offline = false;
  board.refuses = ({ kind }) => kind === "add";
  board.refuse = new BackendError("Too many tasks.", { status: 400 });
  const next = device.open(board);
  void next.queue.flush();
  await pass();
  expect(board.columns()).toEqual({ todo: "b", done: "a" });
  expect(next.shown(board)).toEqual({ todo: "b", done: "a" });
  const [c, d] = next.queue.all().filter(({ refused }) => refused === "Too many tasks.");
  if (!c || !d) throw new Error("Nothing was refused.");
  // The reason outlives this tab too.
  expect([...device.stored.values()].filter(({ refused }) => refused)).toHaveLength(2);
  board.refuse = null;
  void next.queue.tryAgain(c);
  void next.queue.discard(d);
  await pass();
  expect(board.columns()).toEqual({ todo: "b", done: "ca" });
  expect(next.queue.all()).toEqual([]);
  expect(device.stored.size).toBe(0);
});

it("two tabs have one queue, one of them sends at a time, and each caller learns its result", async () => {
  const [one, two] = [device.open(board), device.open(board)];
  const results = Promise.allSettled([
    one.queue.submit(add("c")),
    two.queue.submit(move("a", "done")),
    one.queue.submit(move("c", "inprogress")),
    two.queue.submit(add("d")),
  ]);
  await pass(200);
  expect((await results).map(({ status }) => status)).toEqual(new Array(4).fill("fulfilled"));
  expect(board.maxConcurrent).toBe(1);
  const wanted = { todo: "bd", inprogress: "c", done: "a" };
  expect(board.columns()).toEqual(wanted);
  for (const tab of [one, two]) {
    expect(tab.shown(board)).toEqual(wanted);
    expect(tab.queue.all()).toEqual([]);
  }
  board.refuse = new BackendError("No.", { status: 400 });
  const refusals = Promise.allSettled([
    one.queue.submit(move("b", "done")),
    two.queue.submit(move("d", "done")),
  ]);
  await pass(200);
  expect((await refusals).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(device.stored.size).toBe(0);
});

it.each([0, 401, 403, 429, 503])(
  "a response of status %i keeps the change and retries it",
  async (status) => {
    const tab = device.open(board);
    board.refuse = new BackendError("Not now.", { status });
    await Promise.all([tab.queue.submit(move("a", "done")), pass()]);
    expect(tab.shown(board)).toEqual({ todo: "b", done: "a" });
    board.refuse = null;
    await pass(40_000);
    expect(board.columns()).toEqual({ todo: "b", done: "a" });
  },
);

it("a new task is hidden while its line or form waits, and shown once it stays on the device", async () => {
  const tab = device.open(board);
  board.offline = true;
  const kept = tab.queue.submit(add("c"));
  expect(tab.shown(board)).toEqual({ todo: "ab" });
  await pass();
  await kept;
  expect(tab.shown(board)).toEqual({ todo: "abc" });
});

it("a device that stores nothing still sends, and says that changes are not safe", async () => {
  device.refusesStorage = true;
  const tab = device.open(board);
  board.offline = true;
  await Promise.all([tab.queue.submit(move("a", "done")), pass()]);
  expect(tab.queue.isPersistent()).toBe(false);
  board.offline = false;
  void tab.queue.flush();
  await pass();
  expect(board.columns()).toEqual({ todo: "b", done: "a" });
});

it("a device whose storage is evicted while a tab is open loses no change", async () => {
  const tab = device.open(board);
  board.offline = true;
  await Promise.all([tab.queue.submit(move("a", "done")), pass()]);
  device.stored.clear();
  board.offline = false;
  void tab.queue.flush();
  await pass();
  expect(board.columns()).toEqual({ todo: "b", done: "a" });
});
