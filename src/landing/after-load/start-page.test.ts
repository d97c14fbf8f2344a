// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientConfig } from "../../../shared/site-config.ts";
import { embedJson } from "../../lib/embed-json.ts";
import { renderPage } from "../prerender.tsx";
import { sampleConfig, samplePortfolio } from "../sample.fixture.ts";
import { startPage } from "./start-page.ts";

beforeEach(() => {
  // Timers that are pending at the end of a test must not run in the next.
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, "getAnimations");
  delete document.documentElement.dataset.contact;
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

function stubFetch(answer: () => Promise<Response>) {
  const calls: { url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, body: init.body });
    return answer();
  });
  return calls;
}

function bodyOf(config: ClientConfig, version?: string, pageLanguage = ""): string {
  const portfolio = samplePortfolio();
  portfolio.info.pageLanguage = pageLanguage;
  const { html } = renderPage({
    portfolio,
    config: { ...config, publicUrl: "" },
    assets: {
      ...{ bootScript: "", css: "", otherMediaCss: "", landingEntry: "/a.js" },
      ...{ appModules: ["/b.js"], appCss: [], shareModules: [], shareCss: [] },
    },
    now: new Date(),
    ...(version && { snapshot: { version, takenAt: "2026-11-22T12:00:00Z" } }),
  });
  return html.slice(html.indexOf("<body>") + 6, html.indexOf("</body>"));
}

const loadRefresh = () => import("../refresh.ts");
const title = () => document.querySelector("h1")?.textContent;

describe("the page of the own server", () => {
  it("the page of the own server stays as delivered, counts one visit and makes the name a plain link", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    const errors = vi.spyOn(console, "error");
    document.body.innerHTML = bodyOf(sampleConfig);
    const heading = document.querySelector("h1");
    startPage(loadRefresh);
    await expect
      .poll(() => calls)
      .toEqual([{ url: `${location.origin}/rest/v1/visits`, body: "{}" }]);
    expect(document.querySelector("h1")).toBe(heading);
    await expect
      .poll(() => document.querySelector(".brand")?.outerHTML)
      .toBe('<a class="brand" href="#home">Ada Lovelace</a>');
    expect(errors).not.toHaveBeenCalled();
  });

  it("the page of the own server has no link in the header while the name is typed", async () => {
    stubFetch(async () => new Response(null, { status: 201 }));
    Object.assign(Element.prototype, {
      getAnimations(this: Element) {
        return this.matches(".brand *") ? [{ playState: "running" }] : [];
      },
    });
    document.body.innerHTML = bodyOf(sampleConfig);
    startPage(loadRefresh);
    const brand = document.querySelector(".brand");
    await expect.poll(() => brand?.hasAttribute("href")).toBe(false);
    brand?.querySelector(".typed")?.dispatchEvent(new Event("animationend"));
    expect(brand?.outerHTML).toBe('<a class="brand" href="#home">Ada Lovelace</a>');
  });
});

describe("the page of a static site", () => {
  const hosted = { ...sampleConfig, embedded: false };
  const unfilled = `<div id="root"></div><script type="application/json" id="foyer-config">${embedJson(hosted)}</script>`;

  it("the page of a static site shows a spinner until the content is loaded", async () => {
    stubFetch(() => new Promise(() => {}));
    document.body.innerHTML = unfilled;
    startPage(loadRefresh);
    await expect
      .poll(() => document.querySelector("[role=status]")?.textContent)
      .toBe("Loading...");
  });

  it("the page of a static site shows the error screen with the server's message when a read fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    stubFetch(async () => Response.json({ message: "boom" }, { status: 500 }));
    document.body.innerHTML = unfilled;
    startPage(loadRefresh);
    await expect.poll(title).toBe("An Error Occurred");
    expect(document.body.textContent).toContain(
      "Failed to load portfolio data. Please check your connection or try again later. Details: boom",
    );
  });

  it("a static site keeps the delivered page, with a message, when refreshing fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    stubFetch(async () => Response.json({ message: "boom" }, { status: 500 }));
    document.body.innerHTML = bodyOf(hosted, "v1");
    startPage(loadRefresh);
    await expect
      .poll(() => document.querySelector("footer [role=status]")?.textContent)
      .toBe(
        "The latest changes could not be loaded. This page shows the content of November 22, 2026.",
      );
    expect(title()).toContain("Ada Lovelace");
  });

  it.each([
    ["cannot be loaded", () => Promise.reject(new Error("gone"))],
    ["is of another build", async () => ({}) as Awaited<ReturnType<typeof loadRefresh>>],
  ])(
    "the page of a static site keeps the delivered page, and says so, when the code that refreshes it %s",
    async (_, load) => {
      const errors = vi.spyOn(console, "error").mockImplementation(() => {});
      stubFetch(async () => new Response(null, { status: 201 }));
      document.body.innerHTML = bodyOf(hosted, "v1");
      startPage(load);
      await expect
        .poll(() => document.querySelector("footer [role=status]")?.textContent)
        .toContain("This page shows the content of November 22, 2026.");
      expect(errors).toHaveBeenCalledOnce();
      expect(title()).toContain("Ada Lovelace");
    },
  );

  it("the page of a static site reports a failed refresh in its own language", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    stubFetch(async () => Response.json({ message: "boom" }, { status: 500 }));
    document.documentElement.dataset.lang = "de";
    document.body.innerHTML = bodyOf(hosted, "v1", "de");
    startPage(loadRefresh);
    await expect
      .poll(() => document.querySelector("footer [role=status]")?.textContent)
      .toBe(
        "Neuere Änderungen konnten nicht geladen werden. Stand dieser Seite: 22. November 2026.",
      );
  });

  it("the page of a static site reads only the version when the snapshot is current", async () => {
    const calls = stubFetch(async () => Response.json([{ version: "v1" }]));
    document.body.innerHTML = bodyOf(hosted, "v1");
    startPage(loadRefresh);
    await expect
      .poll(() => calls.map(({ url }) => url.replace(/.*\/rest\/v1\//, "")))
      .toEqual(["visits", "content_version?select=version"]);
  });

  const changed: Record<string, unknown[]> = {
    content_version: [{ version: "v2" }],
    personal_info: [
      { key: "displayName", value: "Grace Hopper" },
      { key: "tagline", value: "I compile." },
      { key: "bio", value: "<p>First <b>compiler</b>.</p>" },
    ],
  };
  beforeEach(() => {
    // jsdom loads no style sheets.
    const append = document.head.append.bind(document.head);
    vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
      append(...nodes);
      for (const node of nodes) (node as Node).dispatchEvent(new Event("load"));
    });
  });
  const stubChangedContent = (...info: object[]) =>
    vi.stubGlobal("fetch", async (url: string) => {
      const table = /v1\/(\w+)/.exec(url)?.[1] ?? "";
      const rows = changed[table] ?? [];
      return Response.json(table === "personal_info" ? [...rows, ...info] : rows);
    });

  it("the page of a static site stays for a visitor who has opened the message form", async () => {
    stubChangedContent();
    document.head.innerHTML = "<title>Ada</title>";
    document.body.innerHTML = bodyOf(hosted, "v1");
    document.documentElement.dataset.contact = "open";
    startPage(loadRefresh);
    await expect.poll(() => document.title).toContain("Grace Hopper");
    expect(title()).toContain("Ada Lovelace");
  });

  it("the page of a static site shows changed content, and describes it in the head", async () => {
    stubChangedContent();
    document.head.innerHTML = `<title>Ada</title><meta name="description" content="Old.">
      <link rel="canonical" href="https://ada.example/me/"><link rel="icon" href="../favicon.svg">
      <script type="application/ld+json">{"name":"Ada"}</script>`;
    document.body.innerHTML = bodyOf(hosted, "v1");
    startPage(loadRefresh);
    await expect.poll(title).toContain("Grace Hopper");
    const { head } = document;
    const contentOf = (selector: string) =>
      [...head.querySelectorAll(selector)].map((meta) => meta.getAttribute("content"));
    expect(document.title).toBe("Grace Hopper · I compile.");
    expect(contentOf("meta[name=description]")).toEqual(["First compiler."]);
    expect(contentOf('meta[property="og:image"]')).toEqual(["https://ada.example/me/og.png"]);
    expect(head.querySelectorAll("link[rel=canonical]")).toHaveLength(1);
    expect(head.querySelector("link[rel=icon]")?.getAttribute("href")).toMatch(/^data:image\/svg/);
    const people = [...head.querySelectorAll("script")].map((one) => JSON.parse(one.text).name);
    expect(people).toEqual(["Grace Hopper"]);
    expect(document.documentElement.lang).toBe("en");
  });

  it("the page of a static site shows changed content in the language that was chosen after its build", async () => {
    stubChangedContent({ key: "pageLanguage", value: "de" });
    document.body.innerHTML = bodyOf(hosted, "v1");
    startPage(loadRefresh);
    await expect.poll(title).toBe("Hallo, ich bin Grace Hopper");
    const { dataset, lang, dir } = document.documentElement;
    expect([dataset.lang, lang, dir]).toEqual(["de", "de", "ltr"]);
    expect(document.querySelector("#contact-form")?.getAttribute("data-texts")).toContain(
      '"send":"Nachricht senden"',
    );
  });
});
