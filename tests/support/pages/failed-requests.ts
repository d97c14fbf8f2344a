import type { Page, Route } from "@playwright/test";

/** A route that answers requests (only those with `method`, if given) with status 500. */
export function failRequests(message: string, method?: string) {
  return (route: Route): Promise<void> =>
    !method || route.request().method() === method
      ? route.fulfill({ status: 500, json: { message } })
      : route.fallback();
}

/**
 * Clicks "Try again" if it is visible. A successful read repeats failed ones automatically, which
 * may remove the button before the click.
 */
export function tryAgain(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Try again" }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
}
