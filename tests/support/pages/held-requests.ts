import type { Route } from "@playwright/test";

/** A route that holds requests (only those with `method`, if given) until released. */
export function holdRequests(method?: string) {
  let count = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release: () => release(),
    /** Returns the number of held requests. */
    count: () => count,
    route: async (route: Route) => {
      if (!method || route.request().method() === method) {
        count += 1;
        await held;
      }
      // The page may be closed by now.
      await route.fallback().catch(() => {});
    },
  };
}
