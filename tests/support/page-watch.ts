import type { BrowserContext, Page, Request } from "@playwright/test";

/** Problems that no visitor's browser should ever report. */
export interface PageWatch {
  /** Every unannounced problem so far, in order of occurrence. */
  readonly problems: string[];
  /** Announces a problem that a test causes. If the problem does not occur, the test fails. */
  expectProblem(pattern: RegExp): void;
  /** Announces a response with this status, which the browser also reports in the console. */
  expectStatus(status: number): void;
  /** Ignores a problem that may or may not occur. */
  tolerate(pattern: RegExp): void;
  /** Accepts the next dialog with this text. If none opens, the test fails. */
  acceptDialog(pattern: RegExp): void;
  /** Announced problems that have not occurred. */
  missing(): string[];
  stop(): void;
}

/**
 * Watches every page of a context: console errors and warnings, uncaught errors, violations of the
 * content security policy, failed requests, error responses, and requests to any other host.
 */
export async function watchPages(context: BrowserContext, origin: string): Promise<PageWatch> {
  const problems: string[] = [];
  const expected = new Map<RegExp, boolean>();
  const accepted: RegExp[] = [];
  let stopped = false;

  const report = (text: string) => {
    if (stopped) return;
    const announced = [...expected.keys()].find((pattern) => pattern.test(text));
    if (announced) expected.set(announced, true);
    else problems.push(text);
  };

  await context.exposeBinding("reportViolation", (_source, text: string) => report(text));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`policy: ${event.violatedDirective} blocked ${event.blockedURI}`);
    });
  });
  const watch = (page: Page) => {
    // Chromium's warning is a problem only if the application closed the connection: it also comes
    // when the page is left.
    const closedEarly: string[] = [];
    const onLeft = () => {
      for (const text of closedEarly.splice(0)) problems.splice(problems.indexOf(text), 1);
    };
    page.on("domcontentloaded", onLeft);
    page.on("close", onLeft);
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      // playwright.config.ts blocks service workers in most tests.
      if (message.text() === "Service Worker registration blocked by Playwright") return;
      const text = `console ${message.type()}: ${message.text()} (${message.location().url})`;
      report(text);
      if (problems.at(-1) === text && CLOSED_EARLY.test(text)) closedEarly.push(text);
    });
    page.on("pageerror", (error) => report(`uncaught: ${error.message}`));
    page.on("dialog", (dialog) => {
      const index = accepted.findIndex((pattern) => pattern.test(dialog.message()));
      if (index >= 0) {
        accepted.splice(index, 1);
        void dialog.accept();
        return;
      }
      report(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  };
  for (const page of context.pages()) watch(page);
  context.on("page", watch);
  context.on("request", (request) => {
    if (!isLocal(request, origin)) report(`third party: ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // Leaving a page aborts its pending requests; a network failure has a different error text.
    if (why === "net::ERR_ABORTED") return;
    report(`failed: ${request.method()} ${request.url()} ${why}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) report(`answer: ${response.status()} ${response.url()}`);
  });

  return {
    problems,
    expectProblem: (pattern) => void expected.set(pattern, false),
    expectStatus(status) {
      expected.set(new RegExp(`^answer: ${status}`), false);
      expected.set(
        new RegExp(`^console error: Failed to load resource: .* status of ${status}`),
        false,
      );
    },
    tolerate: (pattern) => void expected.set(pattern, true),
    acceptDialog: (pattern) => void accepted.push(pattern),
    missing: () =>
      [...[...expected].filter(([, came]) => !came).map(([pattern]) => pattern), ...accepted].map(
        String,
      ),
    stop: () => {
      stopped = true;
    },
  };
}

/** The last two belong to the browser, whose PDF viewer consists of pages. */
const OWN_PROTOCOLS = ["data:", "blob:", "about:", "chrome:", "chrome-extension:"];

function isLocal(request: Request, origin: string): boolean {
  const url = new URL(request.url());
  return url.origin === origin || OWN_PROTOCOLS.includes(url.protocol);
}

const CLOSED_EARLY = /WebSocket is closed before the connection is established/;
