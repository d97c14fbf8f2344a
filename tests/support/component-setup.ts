export {};

// Components are waited for as long as everything else (vitest.config.ts), not for one second.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 30_000 });
}
