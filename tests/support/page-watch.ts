import type { BrowserContext, Page, Request } from "@playwright/test";

/** What no visitor's browser should ever have to report. */
export interface PageWatch {
  /** Everything seen so far that was not announced, in the order it came. */
  readonly problems: string[];
  /** Announces what a test provokes. One that never comes is a problem as well. */
  expectProblem(pattern: RegExp): void;
  /** Lets pass what may come or not. */
  tolerate(pattern: RegExp): void;
  /** Says yes to the next dialog with such a text; one that never opens is a problem as well. */
  acceptDialog(pattern: RegExp): void;
  /** Announced problems that have not come. */
  missing(): string[];
  stop(): void;
}

/**
 * Listens to every page of a context: console errors and warnings, uncaught errors, violations of
 * the content security policy, failed requests, bad answers, and requests to any other host.
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
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      // Where playwright.config.ts has it blocked.
      if (message.text() === "Service Worker registration blocked by Playwright") return;
      report(`console ${message.type()}: ${message.text()} (${message.location().url})`);
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
    // Leaving a page ends what it had still asked for; a network that fails says something else.
    if (why === "net::ERR_ABORTED") return;
    report(`failed: ${request.method()} ${request.url()} ${why}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) report(`answer: ${response.status()} ${response.url()}`);
  });

  return {
    problems,
    expectProblem: (pattern) => void expected.set(pattern, false),
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

/** Last the browser's own: its PDF viewer is made of pages. */
const OWN_PROTOCOLS = ["data:", "blob:", "about:", "chrome:", "chrome-extension:"];

function isLocal(request: Request, origin: string): boolean {
  const url = new URL(request.url());
  return url.origin === origin || OWN_PROTOCOLS.includes(url.protocol);
}
