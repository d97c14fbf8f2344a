// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { startReveal } from "./scrolling.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = "";
});

it("the page shows a very tall section once it fills half of the window, and stops observing", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  document.body.innerHTML =
    '<section class="section"><ol><li class="entry"></li><li class="entry"></li></ol></section>';
  const section = document.querySelector<HTMLElement>(".section");
  let report: (ratio: number, height: number) => void = () => {};
  const unobserve = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: object[]) => void) {
        report = (intersectionRatio, height) =>
          callback([
            {
              target: section,
              isIntersecting: intersectionRatio > 0,
              intersectionRatio,
              intersectionRect: { height },
              boundingClientRect: { top: 2000 },
            },
          ]);
      }
      observe() {}
      unobserve = unobserve;
    },
  );
  startReveal();
  report(0, 0);
  report(0.003, innerHeight / 2 - 1);
  expect(section?.dataset.reveal).toBe("waiting");
  const items = [...document.querySelectorAll<HTMLElement>(".entry")];
  expect(items.map(({ style }) => style.getPropertyValue("--i"))).toEqual(["0", "1"]);
  report(0.004, innerHeight / 2);
  expect(section?.dataset.reveal).toBe("shown");
  expect(unobserve).toHaveBeenCalledTimes(1);
});
