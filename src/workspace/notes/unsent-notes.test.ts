import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newDraft } from "./note-draft.ts";
import { mayLeaveUnsent } from "./notes-service.ts";
import { FakeBackend, FakeTab } from "./outbox.fixture.ts";

/** The board's queue with this many changes that cannot be sent. */
const tasks = (count = 0) => ({
  flush: async () => {},
  all: () => new Array(count),
  isPersistent: () => true,
});

const confirm = vi.fn<(question: string) => boolean>();
beforeEach(() => {
  vi.stubGlobal("confirm", confirm);
  confirm.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

it("a logout sends text typed a moment ago without asking", async () => {
  const backend = new FakeBackend();
  const tab = new FakeTab(backend);
  tab.type("a", "content", "new");
  expect(await mayLeaveUnsent(tab.outbox, tasks())).toBe(true);
  expect(backend.rows.get("a")?.content).toBe("new");
  expect(confirm).not.toHaveBeenCalled();
});

it("a logout asks about notes that cannot be sent, those of other tabs included", async () => {
  const backend = new FakeBackend();
  const tab = new FakeTab(backend);
  backend.offline = true;
  tab.type("a", "content", "offline");
  confirm.mockReturnValueOnce(false).mockReturnValueOnce(true);
  expect(await mayLeaveUnsent(tab.outbox, tasks())).toBe(false);
  expect(confirm).toHaveBeenLastCalledWith(
    "A note is not saved yet and will stay on this device until My Notes is opened here again. Log out anyway?",
  );
  tab.left = [newDraft("b", { title: "of another tab" }), newDraft("a", {})];
  expect(await mayLeaveUnsent(tab.outbox, tasks())).toBe(true);
  expect(confirm).toHaveBeenLastCalledWith(expect.stringMatching(/^2 notes are not saved yet and/));
  tab.outbox.stop();
});

it.each([
  [
    0,
    1,
    /^A change of a task is not saved yet and will stay .* until the workspace is opened here/,
  ],
  [1, 2, /^A note and 2 changes of tasks are not saved yet and will stay on this device/],
])("a logout asks about %i notes and %i changes of tasks", async (notes, changes, question) => {
  const backend = new FakeBackend();
  const tab = new FakeTab(backend);
  backend.offline = true;
  if (notes > 0) tab.type("a", "content", "offline");
  confirm.mockReturnValue(false);
  expect(await mayLeaveUnsent(tab.outbox, tasks(changes))).toBe(false);
  expect(confirm).toHaveBeenLastCalledWith(expect.stringMatching(question));
  tab.outbox.stop();
});

it("a logout names the notes that are lost if the device cannot store them", async () => {
  const backend = new FakeBackend();
  const tab = new FakeTab(backend);
  vi.spyOn(tab.outbox, "isPersistent").mockReturnValue(false);
  backend.offline = true;
  tab.type("a", "title", "offline");
  confirm.mockReturnValue(false);
  expect(await mayLeaveUnsent(tab.outbox, tasks())).toBe(false);
  expect(confirm).toHaveBeenLastCalledWith(
    "A note is not saved yet. Log out and lose what was not saved?",
  );
  tab.outbox.stop();
});

it("a logout waits at most three seconds for the backend", async () => {
  vi.useFakeTimers();
  const backend = new FakeBackend();
  const tab = new FakeTab(backend);
  backend.delayMs = 60_000;
  tab.type("a", "title", "slow");
  confirm.mockReturnValue(false);
  const asked = mayLeaveUnsent(tab.outbox, tasks());
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await asked).toBe(false);
  tab.outbox.stop();
  vi.useRealTimers();
});
