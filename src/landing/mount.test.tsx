// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClientConfig } from "../../shared/site-config.ts";
import { embedJson } from "../lib/embed-json.ts";
import { mountLanding } from "./mount-landing.tsx";
import { mountStatic } from "./mount-static.tsx";
import { renderPage } from "./prerender.tsx";
import { sampleConfig, samplePortfolio } from "./sample.fixture.ts";

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

function bodyOf(config: ClientConfig): string {
  const { html } = renderPage({
    portfolio: samplePortfolio(),
    config: { ...config, publicUrl: "" },
    assets: { bootScript: "", css: "", landingEntry: "/a.js", appModules: ["/b.js"], appCss: [] },
    now: new Date(),
  });
  return html.slice(html.indexOf("<body>") + 6, html.indexOf("</body>"));
}

describe("mountLanding", () => {
  it("hydrates the prerendered page and counts one visit", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    const errors = vi.spyOn(console, "error");
    document.body.innerHTML = bodyOf(sampleConfig);
    const heading = document.querySelector("h1");
    await act(async () => mountLanding());
    expect(document.querySelector("h1")).toBe(heading);
    expect(errors).not.toHaveBeenCalled();
    expect(calls).toEqual([{ url: `${location.origin}/rest/v1/visits`, body: "{}" }]);
  });
});

const title = () => document.querySelector("h1")?.textContent;

describe("mountStatic", () => {
  const hosted = { ...sampleConfig, embedded: false };
  const unfilled = `<div id="root"></div><script type="application/json" id="foyer-config">${embedJson(hosted)}</script>`;

  it("shows a spinner until the content is loaded", () => {
    stubFetch(() => new Promise(() => {}));
    document.body.innerHTML = unfilled;
    act(() => mountStatic());
    expect(document.querySelector("[role=status]")?.textContent).toBe("Loading...");
  });

  it("shows the error screen with the server's message when a read fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    stubFetch(async () => Response.json({ message: "boom" }, { status: 500 }));
    document.body.innerHTML = unfilled;
    await act(async () => mountStatic());
    await expect.poll(title).toBe("An Error Occurred");
    expect(document.body.textContent).toContain(
      "Failed to load portfolio data. Please check your connection or try again later. Details: boom",
    );
  });

  it("keeps the delivered page when refreshing it fails", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    stubFetch(async () => Response.json({ message: "boom" }, { status: 500 }));
    document.body.innerHTML = bodyOf(hosted);
    await act(async () => mountStatic());
    await expect
      .poll(() => logged.mock.calls)
      .toContainEqual(["The content could not be refreshed", new Error("boom")]);
    expect(document.querySelector("h1")?.textContent).toContain("Ada Lovelace");
  });
});
