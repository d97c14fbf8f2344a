import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import {
  SOURCE_HEADER,
  SOURCE_DIGEST as UNSTAMPED,
} from "../../supabase/functions/_shared/source-digest.ts";
import { digestFunctions } from "../deploy/functions-source.ts";
import { waitForPage } from "../deploy/wait-for-page.ts";
import { CHECKS, FUNCTIONS } from "./checks.ts";
import { runDoctor } from "./doctor.ts";

afterEach(() => vi.unstubAllGlobals());

const site = {
  publicUrl: "https://ada.example",
  projectUrl: "https://ref.supabase.co",
  secretKey: null,
  settings: null,
};

const page = (supabaseUrl: string, head = "") =>
  `${head}<script type="application/json" id="foyer-config">${JSON.stringify({ supabaseUrl, publishableKey: "k" })}</script>
   <script type="application/json" id="foyer-data">{"snapshot":{"version":"v1"}}</script>`;

/** Answers by the end of the URL's path; 404 otherwise. */
function stubSite(answers: Record<string, () => Response>) {
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname } = new URL(url);
    const found = Object.entries(answers).find(([end]) => pathname.endsWith(end));
    return found?.[1]() ?? new Response("", { status: 404 });
  });
}

async function check() {
  const lines: string[] = [];
  const fine = await runDoctor(site, (line) => lines.push(line));
  return { fine, lines };
}

it("doctor reports each problem with a remedy", async () => {
  stubSite({
    settings: () => Response.json({ disable_signup: false }),
    content_version: () => Response.json([{ version: "v2" }]),
    "/": () => new Response(page("https://other.supabase.co")),
  });
  const { fine, lines } = await check();
  expect(fine).toBe(false);
  expect(lines.filter((line) => !line.includes("→"))).toEqual([
    "failed   The page reads from the project: it reads from https://other.supabase.co",
    "failed   The functions answer pages of the site: no permission from workspace-sign-in, workspace-user, change-email, fetch-notion-notes, open-share, send-notices, calendar-feed, reminders",
    "warning  The functions are those of this checkout: from other sources: workspace-sign-in, workspace-user, change-email, fetch-notion-notes, open-share, send-notices, calendar-feed, reminders",
    "failed   Sign-ups are off: anyone may sign up",
    "skipped  The settings of sign-in are Foyer's: set SUPABASE_ACCESS_TOKEN to check them",
    "skipped  The owner exists: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "skipped  The drive's limits are within the project's: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "skipped  Notices to the owner are sent: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "skipped  The database has its triggers and rights: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "skipped  Reminders and notices are sent on a schedule: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "skipped  Sessions end: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "skipped  The schema is this version's: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "skipped  Changes are shown live: set SUPABASE_SECRET_KEY or SUPABASE_ACCESS_TOKEN to check it",
    "warning  The snapshot is fresh: the content has changed since the build",
    "failed   The security headers are sent: the page has no policy at all",
  ]);
  for (const at of [0, 1, 2, 3, 13, 14])
    expect(lines).toContain(`         → ${CHECKS[at]?.remedy}`);
});

/** Answers of the functions. */
const functions = (headers: Record<string, string>) =>
  Object.fromEntries(FUNCTIONS.map((name) => [name, () => new Response("", { headers })]));

it.each([
  ["ok       ", await digestFunctions(), await digestFunctions()],
  ["skipped  ", UNSTAMPED, "they were not deployed by npm run deploy"],
  ["warning  ", "0123456789abcdef", "from other sources: workspace-sign-in, "],
])(
  "doctor finds by their digest that functions are %sof this checkout",
  async (state, digest, text) => {
    stubSite({
      "/": () => new Response(page(site.projectUrl)),
      ...functions({ [SOURCE_HEADER]: digest }),
    });
    expect((await check()).lines).toContainEqual(
      expect.stringContaining(`${state}The functions are those of this checkout: ${text}`),
    );
  },
);

it("doctor reports a page whose host sends no headers only as a warning", async () => {
  const policy = '<meta http-equiv="content-security-policy" content="default-src \'self\'">';
  stubSite({
    settings: () => Response.json({ disable_signup: true }),
    content_version: () => Response.json([{ version: "v1" }]),
    "/": () => new Response(page(site.projectUrl, policy)),
    ...functions({
      "access-control-allow-origin": site.publicUrl,
      [SOURCE_HEADER]: await digestFunctions(),
    }),
  });
  const { fine, lines } = await check();
  expect(fine).toBe(true);
  expect(lines.map((line) => line.slice(0, 8).trim()).filter(Boolean)).toEqual(
    "ok ok ok ok skipped skipped skipped skipped skipped skipped skipped skipped skipped ok warning".split(
      " ",
    ),
  );
});

it("doctor reports a project that returns invalid responses", async () => {
  stubSite({
    settings: () => new Response("Not found", { status: 404 }),
    "/": () => new Response(page(site.projectUrl)),
  });
  expect((await check()).lines).toContain(
    "failed   Sign-ups are off: the settings cannot be read (status 404)",
  );
});

it("doctor reports that no page of Foyer is published", async () => {
  stubSite({});
  expect(await check()).toEqual({
    fine: false,
    lines: [
      "failed   The page is published: https://ada.example/ answers 404.",
      expect.stringContaining("→ Publish it"),
    ],
  });
});

it("a deployment waits until the host serves the built page", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-built-"));
  const built = join(folder, "index.html");
  await writeFile(built, page(site.projectUrl));
  const older = page(site.projectUrl).replace('"v1"', '"v0"');
  const served = ["", older, page(site.projectUrl)];
  stubSite({ "/": () => new Response(served.shift()) });
  expect(await waitForPage(site.publicUrl, { built, pollMs: 1 })).toBe(true);
  expect(served).toEqual([]);
  stubSite({ "/": () => new Response(older) });
  expect(await waitForPage(site.publicUrl, { built, pollMs: 1, waitMs: 5 })).toBe(false);
  await rm(folder, { recursive: true });
});

it("a deployment waits for its own page where content has no version", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-built-"));
  const built = join(folder, "index.html");
  const [older, newer] = ["Ada", "Ada, later"].map((name) =>
    page(site.projectUrl).replace('"v1"', `null,"name":"${name}"`),
  );
  await writeFile(built, newer ?? "");
  const served = [older, newer];
  stubSite({ "/": () => new Response(served.shift()) });
  expect(await waitForPage(site.publicUrl, { built, pollMs: 1 })).toBe(true);
  expect(served).toEqual([]);
  await rm(folder, { recursive: true });
});

it("a deployment stops waiting for a host that does not answer", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-built-"));
  const built = join(folder, "index.html");
  await writeFile(built, page(site.projectUrl));
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) => {
    return new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason)),
    );
  });
  expect(await waitForPage(site.publicUrl, { built, pollMs: 1, waitMs: 20 })).toBe(false);
  await rm(folder, { recursive: true });
});
