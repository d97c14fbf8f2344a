import { vi } from "vitest";

/** Gives jsdom the `matchMedia` that it lacks: no query matches. Undo it with `vi.unstubAllGlobals`. */
export function stubMedia(): void {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
}
