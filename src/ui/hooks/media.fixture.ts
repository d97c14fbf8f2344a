import { vi } from "vitest";

/**
 * Defines `matchMedia`, which jsdom lacks, so that no query matches. Undo it with
 * `vi.unstubAllGlobals`.
 */
export function stubMedia(): void {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
}
