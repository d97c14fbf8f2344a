import type { Page, Route } from "@playwright/test";

/** A route that answers requests, only those with this method when given, with status 500. */
export function failRequests(message: string, method?: string) {
  return (route: Route): Promise<void> =>
    !method || route.request().method() === method
      ? route.fulfill({ status: 500, json: { message } })
      : route.fallback();
}

/**
 * Presses "Try again" where it is shown. A read that succeeds repeats the failed ones by itself, which
 * may remove the button before it is pressed.
 */
export function tryAgain(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Try again" }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
}
