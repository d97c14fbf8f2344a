import { afterEach } from "vitest";

if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  // Components are waited for as long as everything else (vitest.config.ts), not for one second.
  configure({ asyncUtilTimeout: 30_000 });
  // The files share a window.
  afterEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
