import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newDraft } from "./note-draft.ts";
import { mayLeaveUnsent } from "./notes-service.ts";
import { FakeBackend, FakeTab } from "./outbox.fixture.ts";

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
  expect(await mayLeaveUnsent(tab.outbox)).toBe(true);
  expect(backend.rows.get("a")?.content).toBe("new");
  expect(confirm).not.toHaveBeenCalled();
});

it("a logout asks about notes that cannot be sent, those of other tabs included", async () => {
  const backend = new FakeBackend();
  const tab = new FakeTab(backend);
  backend.offline = true;
  tab.type("a", "content", "offline");
  confirm.mockReturnValueOnce(false).mockReturnValueOnce(true);
  expect(await mayLeaveUnsent(tab.outbox)).toBe(false);
  expect(confirm).toHaveBeenLastCalledWith(
    "A note is not saved yet and will stay on this device until My Notes is opened here again. Log out anyway?",
  );
  tab.left = [newDraft("b", { title: "of another tab" }), newDraft("a", {})];
  expect(await mayLeaveUnsent(tab.outbox)).toBe(true);
  expect(confirm).toHaveBeenLastCalledWith(expect.stringMatching(/^2 notes are not saved yet and/));
  tab.outbox.stop();
});

it("a logout names the notes that are lost if the device cannot store them", async () => {
  const backend = new FakeBackend();
  const tab = new FakeTab(backend);
  vi.spyOn(tab.outbox, "isPersistent").mockReturnValue(false);
  backend.offline = true;
  tab.type("a", "title", "offline");
  confirm.mockReturnValue(false);
  expect(await mayLeaveUnsent(tab.outbox)).toBe(false);
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
  const asked = mayLeaveUnsent(tab.outbox);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await asked).toBe(false);
  tab.outbox.stop();
  vi.useRealTimers();
});
