import { vi } from "vitest";

/** Defines the ResizeObserver that jsdom lacks; it never reports a size. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}
