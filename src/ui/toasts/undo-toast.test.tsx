// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Toaster } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubMedia } from "../hooks/media.fixture.ts";
import { offerUndo, withdrawUndo } from "./undo-toast.ts";

beforeEach(() => {
  vi.useFakeTimers();
  stubMedia();
  render(<Toaster />);
});

afterEach(() => {
  act(() => vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("an offer to undo keeps the second notification while the first, undone, fades out", () => {
  const undo = vi.fn();
  act(() => offerUndo("Deleted “Pilot”.", undo, "pilot"));
  pass(200);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  act(() => offerUndo("Deleted “Pilot” again.", undo, "pilot"));
  pass(1_000);
  expect(screen.queryByText("Deleted “Pilot”.")).toBeNull();
  expect(screen.getByText("Deleted “Pilot” again.")).toBeDefined();
});

it("an offer to undo withdraws only earlier offers about the same subject", () => {
  act(() => {
    offerUndo("Deleted “Pilot”.", () => {}, "pilot");
    offerUndo("Deleted “Cook”.", () => {}, "cook");
  });
  pass(200);
  act(() => withdrawUndo("pilot"));
  pass(1_000);
  expect(screen.queryByText("Deleted “Pilot”.")).toBeNull();
  expect(screen.getByText("Deleted “Cook”.")).toBeDefined();
});

/** React renders after each step, and a removed toast waits for a frame before it fades out. */
function pass(ms: number): void {
  for (let step = 0; step < 10; step += 1) act(() => vi.advanceTimersByTime(ms / 10));
}
