// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = "";
});

it("throws when its root element is missing", async () => {
  await expect(import("./main.tsx")).rejects.toThrow("The page has no root element (#app)");
});
