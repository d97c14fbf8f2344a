// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenReadable } from "./when-readable.ts";

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const FRAME_MS = 16;

/** Scrolls by this many pixels in each frame. */
function scroll(pixels: number, frames = 1): void {
  for (let frame = 0; frame < frames; frame += 1) {
    vi.advanceTimersByTime(FRAME_MS);
    moveBy(pixels);
  }
}

function moveBy(pixels: number): void {
  Object.assign(window, { scrollY: window.scrollY + pixels });
  dispatchEvent(new Event("scroll"));
}

it("whenReadable runs at once while the page stands still or scrolls slowly", () => {
  const work = vi.fn();
  whenReadable(work);
  scroll(20, 10);
  whenReadable(work);
  expect(work).toHaveBeenCalledTimes(2);
});

it("whenReadable waits while the page scrolls fast, and drops callbacks that are canceled meanwhile", () => {
  const [kept, dropped] = [vi.fn(), vi.fn()];
  scroll(120);
  whenReadable(kept);
  const cancel = whenReadable(dropped);
  scroll(120, 30);
  expect(kept).not.toHaveBeenCalled();
  cancel();
  scroll(10, 8);
  expect(kept).toHaveBeenCalledOnce();
  expect(dropped).not.toHaveBeenCalled();
});

it("whenReadable does not treat a long frame as a pause", () => {
  const work = vi.fn();
  scroll(120);
  whenReadable(work);
  vi.advanceTimersByTime(80);
  // Browsers dispatch the scroll event before the callbacks of the frame.
  moveBy(900);
  vi.advanceTimersByTime(70);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(40);
  expect(work).toHaveBeenCalledOnce();
});

it("whenReadable counts a jump after a pause as fast, and one step of a wheel as slow", () => {
  const work = vi.fn();
  vi.advanceTimersByTime(10_000);
  scroll(120);
  whenReadable(work);
  expect(work).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  scroll(900);
  whenReadable(work);
  expect(work).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
});
