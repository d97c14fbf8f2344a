// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useReveal } from "./reveal.ts";

function Block() {
  return <section ref={useReveal<HTMLElement>()}>text</section>;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("shows a very tall section once it fills half of the window, and stops observing", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  let report: (ratio: number, height: number) => void = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: object[]) => void) {
        report = (intersectionRatio, height) =>
          act(() =>
            callback([
              {
                isIntersecting: intersectionRatio > 0,
                intersectionRatio,
                intersectionRect: { height },
                boundingClientRect: { top: 2000 },
                rootBounds: { height: 800 },
              },
            ]),
          );
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  render(<Block />);
  const { dataset } = screen.getByText("text");
  report(0, 0);
  report(0.003, 399);
  expect(dataset.reveal).toBe("waiting");
  report(0.004, 400);
  expect(dataset.reveal).toBe("shown");
  expect(disconnect).toHaveBeenCalledTimes(1);
});
