import type { Browser, BrowserContext, Page } from "@playwright/test";

/** The result of running documents one after another in a page of frames. */
export interface Run {
  /** Documents that executed something, by index in the list, with what they executed. */
  executed: Map<number, string[]>;
}

/**
 * A page that loads documents into frames without a blocking policy and reports everything that
 * executes. A report-only policy that allows nothing reports every inline script, handler and
 * script URL. No request leaves the browser.
 */
export async function openFrames(browser: Browser): Promise<VectorFrames> {
  const context = await browser.newContext();
  await context.route("**/*", async (route) => {
    if (route.request().url() !== address) return route.abort();
    return route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy-report-only": "script-src 'none'; object-src 'none'" },
      body: "<!doctype html><title>frames</title><body></body>",
    });
  });
  await context.addInitScript(reportExecutions);
  const page = await context.newPage();
  page.on("dialog", (dialog) => void dialog.dismiss());
  await page.goto(address);
  return new VectorFrames(context, page);
}

const address = "http://frames.test/";

export class VectorFrames {
  readonly #context: BrowserContext;
  readonly page: Page;

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  /**
   * Loads every document, interacts with all of its elements, and collects everything that was
   * executed.
   */
  async run(documents: string[], type: "text/html" | "image/svg+xml"): Promise<Run> {
    const executed = new Map<number, string[]>();
    for (let first = 0; first < documents.length; first += BATCH) {
      const batch = documents.slice(first, first + BATCH);
      const found = await this.page.evaluate(runBatch, { batch, type });
      for (const [index, what] of found) executed.set(first + index, what);
    }
    return { executed };
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

const BATCH = 30;

interface Reporting {
  executions?: string[];
}

/** Runs in every frame before the document's own code. */
function reportExecutions(): void {
  const found: string[] = [];
  Object.assign(window, { executions: found });
  for (const name of ["alert", "confirm", "prompt", "print", "open"] as const) {
    Object.assign(window, { [name]: () => void found.push(`${name}()`) });
  }
  addEventListener("securitypolicyviolation", (event) => {
    if (/^(script|object)/.test(event.violatedDirective)) {
      found.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    }
  });
}

/** Runs in the page: one frame per document, all at once. */
async function runBatch(input: { batch: string[]; type: string }): Promise<[number, string[]][]> {
  const frames = input.batch.map((text) => {
    const frame = document.createElement("iframe");
    // Without top navigation a document cannot navigate the page of frames away.
    frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-forms");
    if (input.type === "text/html") frame.srcdoc = text;
    else frame.src = URL.createObjectURL(new Blob([text], { type: input.type }));
    return frame;
  });
  const loaded = frames.map(
    (frame) => new Promise((resolve) => frame.addEventListener("load", resolve, { once: true })),
  );
  document.body.append(...frames);
  // A document may delay its load event; the others do not wait for it.
  const patience = new Promise((resolve) => setTimeout(resolve, 5000));
  await Promise.race([Promise.all(loaded), patience]);
  for (const frame of frames) touch(frame.contentDocument);
  // Reports and handlers run in later tasks.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  const found = frames.flatMap((frame, index): [number, string[]][] => {
    const what = executionsIn(frame);
    return what.length > 0 ? [[index, what]] : [];
  });
  for (const frame of frames) frame.remove();
  return found;

  function executionsIn(frame: HTMLIFrameElement): string[] {
    try {
      return [...((frame.contentWindow as Reporting | null)?.executions ?? [])];
    } catch {
      return ["left for another origin"];
    }
  }

  function touch(inside: Document | null): void {
    if (!inside) return;
    inside.addEventListener("click", (event) => {
      const href = (event.target as Element).closest?.("a")?.getAttribute("href") ?? "";
      if (/^(https?:|mailto:|#|\/)/i.test(href)) event.preventDefault();
    });
    for (const element of inside.querySelectorAll<HTMLElement | SVGElement>("*")) {
      for (const name of ["mouseover", "mousemove", "mousedown", "mouseup", "click"]) {
        element.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true }));
      }
      element.focus?.();
      element.blur?.();
    }
  }
}
