// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "";
});

it("refuses to start without its root element", async () => {
  await expect(import("./main.tsx")).rejects.toThrow("The page has no root element (#app)");
});

it("says that the area is not there and leads back", async () => {
  document.body.innerHTML = '<div id="app"></div>';
  await act(() => import("./main.tsx"));
  expect(document.querySelector("h1")?.textContent).toBe("Not available in this version");
  const back = document.querySelector("a");
  expect([back?.textContent, back?.getAttribute("href")]).toEqual(["Back to Profile", "#home"]);
  expect(document.title).toBe("Not available in this version");
});
