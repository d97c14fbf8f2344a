// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TypedText } from "./typed-text.tsx";
import { DELETE_MS, HOLD_MS, nextTyping, TYPE_MS, type Typing } from "./typing.ts";

describe("nextTyping", () => {
  it("types, holds, deletes and starts over in a loop", () => {
    let state: Typing = { count: 0, phase: "typing" };
    const steps: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      const next = nextTyping(state, 2, true);
      if (!next) break;
      steps.push(`${next.wait}:${next.state.count}`);
      state = next.state;
    }
    expect(steps).toEqual(["150:1", "150:2", "3000:2", "75:1", "75:0", "150:1", "150:2"]);
  });

  it("ends with the last character when typed once", () => {
    expect(nextTyping({ count: 1, phase: "typing" }, 2, false)?.state.phase).toBe("done");
    expect(nextTyping({ count: 2, phase: "done" }, 2, false)).toBeNull();
  });

  it("does nothing for an empty text", () => {
    expect(nextTyping({ count: 0, phase: "typing" }, 0, true)).toBeNull();
  });
});

describe("TypedText", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
  const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const hidden = () => document.querySelectorAll(".untyped").length;

  it("lays out every character from the start and only shows one more each step", () => {
    render(<TypedText text="abc" />);
    expect(document.body.textContent).toBe("abc");
    expect(hidden()).toBe(3);
    advance(TYPE_MS - 1);
    expect(hidden()).toBe(3);
    advance(1);
    expect(hidden()).toBe(2);
    expect(document.querySelectorAll(".typed > span")).toHaveLength(3);
  });

  it("tells once when it is done", () => {
    const done = vi.fn();
    render(<TypedText text="abc" onDone={done} />);
    for (let step = 0; step < 6; step += 1) advance(TYPE_MS);
    expect(done).toHaveBeenCalledTimes(1);
    expect(hidden()).toBe(0);
  });

  it("deletes after the hold when looping", () => {
    render(<TypedText text="ab" loop />);
    advance(TYPE_MS);
    advance(TYPE_MS);
    advance(HOLD_MS);
    expect(hidden()).toBe(0);
    advance(DELETE_MS);
    expect(hidden()).toBe(1);
  });

  it("is kept from screen readers", () => {
    render(<TypedText text="abc" />);
    expect(screen.queryByText("a")?.closest("[aria-hidden=true]")).not.toBeNull();
  });
});
