import { afterEach } from "vitest";

if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  // Waits for components as long as for everything else (vitest.config.ts) instead of one second.
  configure({ asyncUtilTimeout: 30_000 });
  // Test files share a window.
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}
