// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { HYDRATE_EVENT } from "../boot/controls.ts";
import { startHydration } from "./hydration.ts";

const root = document.documentElement;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete root.dataset.area;
});

it("React is loaded once, on the first interaction with the page, and again only after a failure", async () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi.fn(() => Promise.resolve());
  load.mockReturnValueOnce(Promise.reject(new Error("offline")));
  startHydration(load);
  const press = () => window.dispatchEvent(new Event("pointerdown"));
  for (const sign of ["pointermove", "wheel", "scroll"]) window.dispatchEvent(new Event(sign));
  root.dataset.area = "app";
  press();
  delete root.dataset.area;
  expect(load).not.toHaveBeenCalled();
  press();
  press();
  expect(load).toHaveBeenCalledOnce();
  await expect.poll(() => vi.mocked(console.error).mock.calls).toHaveLength(1);
  press();
  window.dispatchEvent(new Event(HYDRATE_EVENT));
  expect(load).toHaveBeenCalledTimes(2);
});

it("React is loaded at once if the visitor has already pressed something", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  const load = vi.fn(() => Promise.resolve());
  startHydration(load);
  expect(load).toHaveBeenCalledOnce();
});
