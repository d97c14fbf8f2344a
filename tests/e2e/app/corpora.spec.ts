import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import { build, type Rolldown } from "vite";
import type { PageAssets, RenderedPage } from "../../../shared/page.ts";
import type { Portfolio } from "../../../src/content/portfolio.ts";
import { fromTimelines } from "../../../src/content/sections.ts";
import type { RenderInput } from "../../../src/landing/prerender-types.ts";
import { openFrames, type Run, type VectorFrames } from "../../support/pages/vector-frames.ts";
import { test as base } from "../fixtures.ts";

const root = resolve(import.meta.dirname, "../../..");

interface Prerender {
  renderPage(input: RenderInput): RenderedPage;
  renderFavicon(portfolio: Portfolio): string;
}

const test = base.extend<{ frames: VectorFrames }>({
  frames: async ({ browser }, use) => {
    const frames = await openFrames(browser);
    await use(frames);
    await frames.close();
  },
});

test.setTimeout(180_000);

let prerender: Prerender;
/** Every HTML and text vector, with a page that contains it in every field. */
let rendered: { vector: string; html: string }[];
test.beforeAll(async ({ corpora }) => {
  prerender = await importPrerender();
  const vectors = [...corpora.html, ...corpora.text];
  rendered = vectors.map((vector) => ({ vector, html: renderWith(vector) }));
});

test("unsanitized vectors run, which shows that the tests of sanitizers can fail", async ({
  corpora,
  frames,
}) => {
  const html = await frames.run(corpora.html.slice(0, 120).map(bare), "text/html");
  expect(html.executed.size).toBeGreaterThan(20);
  expect(html.executed.get(0), "the first vector of our own").toContain("alert()");
  const svg = await frames.run(corpora.svg, "image/svg+xml");
  expect(svg.executed.size).toBeGreaterThan(3);
});

test("no vector runs in any field of the prerendered page", async ({ frames }) => {
  expect(rendered.length).toBeGreaterThan(50);
  const documents = rendered.map(({ html }) => html);
  expectNone(
    await frames.run(documents, "text/html"),
    rendered.map(({ vector }) => vector),
  );
});

for (const [what, file] of [
  ["pages that load their own content", "sanitize-html-browser.ts"],
  ["documents of the drive", "sanitize-document-browser.ts"],
] as const) {
  test(`no vector runs after the sanitizer of ${what}`, async ({ corpora, frames }) => {
    await frames.page.evaluate(await bundleSanitizer(file));
    const vectors = [...corpora.html, ...corpora.text];
    const clean = await frames.page.evaluate((list) => {
      const [sanitize] = Object.values((window as unknown as Sanitizing).sanitizer);
      // A document may be shown with pictures of other sites.
      return list.map((html) => sanitize?.(html, true) ?? "");
    }, vectors);
    expect(clean.join("").length, "something was left to look at").toBeGreaterThan(200);
    expectNone(await frames.run(clean.map(bare), "text/html"), vectors);
  });
}

test("no vector runs in the icon, even opened as a separate document", async ({
  corpora,
  frames,
}) => {
  const vectors = [
    ...corpora.svg,
    ...corpora.html,
    ...corpora.text.filter((text) => text.includes("<")),
  ];
  const icons = vectors.map((faviconSvg) =>
    prerender.renderFavicon({ ...emptyPortfolio, info: { faviconSvg } }),
  );
  expect(new Set(icons).size, "some icons survive in a clean form").toBeGreaterThan(3);
  for (const [index, icon] of icons.entries()) expect(icon, vectors[index]).toMatch(/^<svg[\s>]/);
  expectNone(await frames.run(icons, "image/svg+xml"), vectors);
});

test("no field ever becomes a URL that executes", async ({ frames }) => {
  const documents = rendered.map(({ html }) => html);
  const found = await frames.page.evaluate((list) => {
    const parser = new DOMParser();
    return list.flatMap((html, index) =>
      [
        ...parser
          .parseFromString(html, "text/html")
          .querySelectorAll("[href],[src],[action],[srcset]"),
      ]
        .flatMap((node) => ["href", "src", "action"].map((name) => node.getAttribute(name) ?? ""))
        .filter((value) => value && !/^(https?:|mailto:|#|\/(?![/\\]))/.test(value))
        .map((value) => `${index}: ${value}`),
    );
  }, documents);
  expect(found).toEqual([]);
});

function expectNone({ executed }: Run, vectors: string[]): void {
  const found = [...executed].map(([index, what]) => `${vectors[index]} → ${what.join(", ")}`);
  expect(found).toEqual([]);
}

/** A vector embedded without sanitizing, as in a naive page. */
function bare(html: string): string {
  return `<!doctype html><body><div>${html}</div></body>`;
}

/** A page with one vector in every field; scripts can only come from the content. */
function renderWith(vector: string): string {
  const { html } = prerender.renderPage({
    portfolio: portfolioOf(vector),
    config: {
      supabaseUrl: "http://frames.test",
      publishableKey: "k",
      publicUrl: "",
      embedded: true,
    },
    assets,
    now: new Date(),
  });
  // Our own inline script is empty here, and would otherwise be reported.
  return html.replace(/<script data-landing[^>]*><\/script>/, "");
}

const assets: PageAssets = {
  bootScript: "",
  css: "",
  otherMediaCss: "",
  landingEntry: "",
  appModules: [],
  appCss: [],
  shareModules: [],
  shareCss: [],
};

const emptyPortfolio: Portfolio = {
  info: {},
  links: [],
  projects: [],
  skills: [],
  ...fromTimelines(() => []),
};

function portfolioOf(text: string): Portfolio {
  const timeline = {
    title: text,
    organization: text,
    organization_link: text,
    link: text,
    location: text,
    date_range: text,
    description: text,
    skills: [text],
    start_month: null,
    end_month: null,
  };
  return {
    info: {
      displayName: text,
      fullName: text,
      tagline: text,
      location: text,
      bio: text,
      personalStatement: text,
      email: text,
      profilePictureUrl: text,
      faviconSvg: text,
      highlightInnovation: text,
      contactLead: text,
      sections: text,
    },
    links: [
      { name: text, url: text, icon_key: text },
      { name: "github", url: text, icon_key: text },
    ],
    ...fromTimelines(() => [timeline]),
    projects: [
      {
        name: text,
        description: text,
        image_url: text,
        image_alt: text,
        stack: [text],
        github_link: text,
        live_link: text,
      },
    ],
    skills: [
      {
        ...{ name: text, level: 50, level_text: text, icon: text, position: null },
        skill_categories: { name: text, position: null },
      },
    ],
  };
}

interface Sanitizing {
  sanitizer: Record<string, (html: string, pictures?: boolean) => string>;
}

/** Bundles one of the browser's sanitizers as a classic script that defines a global. */
async function bundleSanitizer(file: string): Promise<string> {
  const bundles = (await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: {
        entry: join(root, "src/lib/sanitize", file),
        formats: ["iife"],
        name: "sanitizer",
      },
    },
  })) as Rolldown.RolldownOutput[];
  return `${bundles[0]?.output[0].code ?? ""};window.sanitizer = sanitizer`;
}

async function importPrerender(): Promise<Prerender> {
  return import(pathToFileURL(join(root, "dist/prerender/prerender.js")).href);
}
