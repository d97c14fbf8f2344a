// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { embedJson } from "../lib/embed-json.ts";
import { mountLanding } from "./mount.tsx";
import { renderPage } from "./prerender.tsx";
import { sampleConfig, samplePortfolio } from "./sample.fixture.ts";
import { recordVisit } from "./visits/record-visit.ts";

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

const block = (value: unknown) =>
  `<script type="application/json" id="foyer-config">${embedJson(value)}</script>`;

describe("mountLanding", () => {
  it("refuses to start without its root element", () => {
    expect(() => mountLanding()).toThrow("The page has no root element (#root)");
  });

  it("takes over the prerendered page as it stands and counts one visit", async () => {
    const calls = stubFetch(async () => new Response(null, { status: 201 }));
    const errors = vi.spyOn(console, "error");
    const { html } = renderPage({
      portfolio: samplePortfolio(),
      config: { ...sampleConfig, publicUrl: "" },
      assets: { bootScript: "", css: "", landingEntry: "/a.js", appEntry: "/b.js", appCss: [] },
      now: new Date(),
    });
    document.body.innerHTML = html.slice(html.indexOf("<body>") + 6, html.indexOf("</body>"));
    const heading = document.querySelector("h1");
    await act(async () => mountLanding());
    expect(document.querySelector("h1")).toBe(heading);
    expect(errors).not.toHaveBeenCalled();
    expect(calls).toEqual([{ url: `${location.origin}/rest/v1/visits`, body: "{}" }]);
  });

  it("shows the error screen when a page without content cannot load any", async () => {
    stubFetch(async () => new Response(null, { status: 201 }));
    document.body.innerHTML = `<div id="root"></div>${block({ ...sampleConfig, embedded: false })}`;
    await act(async () => mountLanding());
    await vi.waitFor(() => {
      expect(document.querySelector("h1")?.textContent).toBe("An Error Occurred");
    });
    expect(document.body.textContent).toContain(
      "Details: The page was delivered without its content.",
    );
  });
});

describe("recordVisit", () => {
  it("only logs a failure", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    stubFetch(async () => Response.json({ message: "limit reached" }, { status: 429 }));
    await recordVisit(sampleConfig);
    expect(logged).toHaveBeenCalledWith("Error tracking visit", new Error("limit reached"));
  });
});
