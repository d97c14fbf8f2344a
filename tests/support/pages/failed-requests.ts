import type { Route } from "@playwright/test";

/** A route that answers requests, only those with this method when given, with status 500. */
export function failRequests(message: string, method?: string) {
  return (route: Route): Promise<void> =>
    !method || route.request().method() === method
      ? route.fulfill({ status: 500, json: { message } })
      : route.fallback();
}
