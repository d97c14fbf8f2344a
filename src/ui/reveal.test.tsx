// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useReveal } from "./reveal.ts";

function Block() {
  return <section ref={useReveal<HTMLElement>()}>text</section>;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setUp({ reduced = false, top = 2000 } = {}) {
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
  let report: (entry: object) => void = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: object[]) => void) {
        report = (entry) => act(() => callback([entry]));
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  render(<Block />);
  report(entry(0, 0, top));
  return { element: screen.getByText("text"), report, disconnect };
}

const entry = (ratio: number, height = 10, top = 100) => ({
  isIntersecting: ratio > 0,
  intersectionRatio: ratio,
  intersectionRect: { height },
  boundingClientRect: { top },
  rootBounds: { height: 800 },
});

describe("useReveal", () => {
  it("hides an element out of view and shows it once a tenth is visible, once", () => {
    const { element, report, disconnect } = setUp();
    expect(element.dataset.reveal).toBe("waiting");
    report(entry(0.09));
    expect(element.dataset.reveal).toBe("waiting");
    report(entry(0.1));
    expect(element.dataset.reveal).toBe("shown");
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  it("shows a very tall section once it fills half of the window", () => {
    const { element, report } = setUp();
    report(entry(0.004, 400));
    expect(element.dataset.reveal).toBe("shown");
  });

  it("leaves elements already in view unchanged", () => {
    expect(setUp({ top: 100 }).element.dataset.reveal).toBeUndefined();
  });

  it("hides nothing with reduced motion", () => {
    expect(setUp({ reduced: true }).element.dataset.reveal).toBeUndefined();
  });
});
