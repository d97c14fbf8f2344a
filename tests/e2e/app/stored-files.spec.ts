import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { DRIVE } from "../../support/pages/drive-screen.ts";
import { signIn } from "../../support/pages/sessions.ts";
import { workspaceUser } from "../../support/pages/workspace-page.ts";
import { test } from "../drive/fixtures.ts";

const SCRIPT = "globalThis.ran?.('script'); globalThis.postMessage?.('worker');";
const MARKUP = `<html xmlns="http://www.w3.org/1999/xhtml"><script>parent.postMessage("frame", "*")</script></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>parent.postMessage("frame", "*")</script></svg>`;

/**
 * Every way in which a page can use a stored file, with the files that could do harm in that way.
 */
const uses: { use: Use; body: string; types: string[] }[] = [
  ...(["script", "module script", "import()", "worker", "module worker"] as const).map((use) => ({
    use,
    body: SCRIPT,
    types: [
      "text/javascript",
      "application/javascript",
      "text/ecmascript",
      "application/json",
      "text/html",
    ],
  })),
  { use: "style sheet", body: "html { --stored: ran }", types: ["text/css", "text/html"] },
  ...(["iframe", "object", "embed"] as const).flatMap((use) => [
    {
      use,
      body: MARKUP,
      types: ["text/html", "application/xhtml+xml", "text/xml", "video/x+xml"],
    },
    { use, body: SVG, types: ["image/svg+xml", "application/xml"] },
  ]),
];

/**
 * The control cases, which must execute for the test to be valid: the first type, without our
 * headers.
 */
const control = uses
  .filter(({ body }) => body !== SVG)
  .map(({ use, body, types }) => ({ use, body, type: types[0] ?? "" }));

type Use =
  | "script"
  | "module script"
  | "import()"
  | "worker"
  | "module worker"
  | "style sheet"
  | "iframe"
  | "object"
  | "embed";

test("a stored file runs nothing, from the site itself or from a page without a policy", async ({
  page,
  site,
  workspace,
  watch,
}) => {
  watch.tolerate(/./);
  await workspace.account();
  const { access_token, user } = await signIn(site, workspaceUser);
  const { publishableKey } = await site.secrets();
  const headers = { apikey: publishableKey, authorization: `Bearer ${access_token}` };
  const storage = `${site.origin}/storage/v1/object`;

  const urls = new Map<string, Promise<string>>();
  let requests = 0;

  /**
   * The URL of a stored file, always a new one, because a document loads a module only once per
   * URL.
   */
  async function urlOf(body: string, type: string): Promise<string> {
    const key = `${type} ${body}`;
    const url = urls.get(key) ?? store(body, type);
    urls.set(key, url);
    requests += 1;
    return `${await url}&request=${requests}`;
  }

  async function store(body: string, type: string): Promise<string> {
    const path = `workspace-files/${user.id}/root/${randomUUID()}`;
    const json = { ...headers, "content-type": "application/json" };
    const stored = await fetch(`${storage}/${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": type },
      body,
    });
    expect(stored.status).toBe(200);
    const signed = await fetch(`${storage}/sign/${path}`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ expiresIn: 600 }),
    });
    const { signedURL } = (await signed.json()) as { signedURL: string };
    return `/storage/v1${signedURL}`;
  }

  // A page on the same origin without the site's policy.
  await page.route("**/bare", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Bare</title>" }),
  );
  const places = [
    { place: "the site", open: () => page.goto(`/#${DRIVE}`) },
    { place: "a bare page", open: () => page.goto("/bare") },
  ];
  const ran: string[] = [];
  for (const { place, open } of places) {
    await open();
    for (const { use, body, types } of uses) {
      for (const type of types) {
        if (await runs(page, use, await urlOf(body, type)))
          ran.push(`${type} as ${use} on ${place}`);
      }
    }
  }
  expect(ran).toEqual([]);

  // Control: the same files with their stored types, without the protective headers.
  const idle: string[] = [];
  for (const { use, body, type } of control) {
    const url = await urlOf(body, type);
    await page.route(`**${new URL(url, site.origin).pathname}*`, (route) =>
      route.fulfill({ contentType: type, body }),
    );
    if (!(await runs(page, use, url, true))) idle.push(`${type} as ${use} on a bare page`);
  }
  // The site's policy alone blocks frames, but allows scripts and styles from its own origin.
  await page.goto(`/#${DRIVE}`);
  for (const { use, body, type } of control.slice(0, 6)) {
    const url = await urlOf(body, type);
    await page.route(`**${new URL(url, site.origin).pathname}*`, (route) =>
      route.fulfill({ contentType: type, body }),
    );
    if (!(await runs(page, use, url, true))) idle.push(`${type} as ${use} on the site`);
  }
  expect(idle).toEqual([]);
});

/**
 * Uses a file and returns whether it executed anything.
 * @param expected whether to wait until a frame has executed it.
 */
function runs(page: Page, use: Use, url: string, expected = false): Promise<boolean> {
  return page.evaluate(
    async ([how, address, expected]) => {
      let ran = false;
      const note = () => {
        ran = true;
      };
      Object.assign(globalThis, { ran: note });
      addEventListener("message", note);
      const settled = (element: HTMLElement) =>
        new Promise<void>((resolve) => {
          const frame = /^(iframe|object|embed)$/.test(how);
          if (!(frame && expected)) element.onload = () => resolve();
          element.onerror = () => resolve();
          document.body.append(element);
          if (!frame) return;
          // A file treated as a download neither loads nor fails.
          if (!expected) void afterAnotherFrame().then(resolve);
          addEventListener("message", () => resolve());
        });
      /** Resolves once the file has been fetched again and a frame requested later has loaded. */
      const afterAnotherFrame = async () => {
        await fetch(address);
        const later = Object.assign(document.createElement("iframe"), { srcdoc: "later" });
        await new Promise((resolve) => {
          later.onload = resolve;
          document.body.append(later);
        });
      };
      const working = (worker: Worker) =>
        new Promise<void>((resolve) => {
          worker.onmessage = () => {
            note();
            resolve();
          };
          worker.onerror = () => resolve();
        });
      const element = (name: string, properties: object) =>
        Object.assign(document.createElement(name), properties);
      switch (how) {
        case "script":
          await settled(element("script", { src: address }));
          break;
        case "module script":
          await settled(element("script", { type: "module", src: address }));
          break;
        case "import()":
          await import(new URL(address, location.href).href).catch(() => {});
          break;
        case "worker":
          await working(new Worker(address));
          break;
        case "module worker":
          await working(new Worker(address, { type: "module" }));
          break;
        case "style sheet":
          await settled(element("link", { rel: "stylesheet", href: address }));
          ran = getComputedStyle(document.documentElement).getPropertyValue("--stored") !== "";
          break;
        case "object":
          await settled(element("object", { data: address }));
          break;
        default:
          await settled(element(how, { src: address }));
      }
      removeEventListener("message", note);
      return ran;
    },
    [use, url, expected] as const,
  );
}
