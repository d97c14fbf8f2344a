// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reportUnsent } from "./after-load/failures.ts";
import { HYDRATE_EVENT, startControls } from "./boot/controls.ts";
import { renderPage } from "./prerender.tsx";
import { sampleConfig, samplePortfolio } from "./sample.fixture.ts";

function open(pageLanguage: string) {
  const portfolio = samplePortfolio();
  portfolio.info.pageLanguage = pageLanguage;
  const { html } = renderPage({
    portfolio,
    config: { ...sampleConfig, publicUrl: "" },
    assets: {
      ...{ bootScript: "", css: "", otherMediaCss: "", landingEntry: "" },
      ...{ appModules: [], appCss: [], shareModules: [], shareCss: [] },
    },
    now: new Date(),
  });
  document.body.innerHTML = html.slice(html.indexOf("<body>") + 6, html.indexOf("</body>"));
}

beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(60_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete document.documentElement.dataset.contact;
  document.body.innerHTML = "";
});

it("a message that was not sent is reported in the page's language", () => {
  open("de");
  startControls();
  document.querySelector<HTMLElement>("[data-contact-button]")?.click();
  const place = document.querySelector<HTMLElement>("#contact-form");
  if (place) place.dataset.submitted = "";
  reportUnsent();
  expect(place?.querySelector(".unsent")?.textContent).toMatch(/^Fehler: .* nicht gesendet\./);
});

it("text written before hydration is kept and sent, and failed pictures are replaced", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    // Listeners of other test files, which share the window, report clicked links.
    if (url.includes("/messages")) sent.push(JSON.parse(`${body}`));
    return new Response(null, { status: 201 });
  });
  const errors = vi.spyOn(console, "error");
  open("");
  startControls();
  expect(document.querySelector("#contact-form form")).toBeNull();
  document.querySelector<HTMLElement>("[data-contact-button]")?.click();
  const form = document.querySelector("#contact-form form") as HTMLFormElement;
  const written = { name: "Bob", email: "bob@example.com", subject: "Hi", message: "Hello" };
  for (const [name, value] of Object.entries(written)) {
    (form.elements.namedItem(name) as HTMLInputElement).value = value;
  }
  form.requestSubmit();
  // The first attempt to load the code failed.
  reportUnsent();
  expect(form.querySelector(".unsent[role=alert]")?.textContent).toMatch(/^Error: .* not sent/);
  form.requestSubmit();
  const about = document.querySelector<HTMLImageElement>(".portrait img");
  if (about) about.dataset.failed = "";

  await import("./hydrate.tsx");
  await expect
    .poll(() => form.querySelector("[role=status]")?.textContent)
    .toMatch(/^Message sent successfully!/);
  expect(document.querySelector("#contact-form form")).toBe(form);
  expect(sent).toEqual([{ ...written, id: expect.any(String), is_read: false }]);
  expect(form.querySelector(".unsent")).toBeNull();
  const drawn = (place: string) =>
    document.querySelector(`${place} svg`)?.getAttribute("aria-label");
  await expect.poll(() => drawn(".portrait")).toBe("Portrait of Ada Lovelace");

  const hero = document.querySelector<HTMLImageElement>(".hero-picture img");
  const card = document.querySelector<HTMLImageElement>(".project-picture img");
  for (const image of [hero, card]) if (image) image.dataset.failed = "";
  window.dispatchEvent(new Event(HYDRATE_EVENT));
  await expect.poll(() => drawn(".project-picture")).toMatch(/ \(no picture\)$/);
  expect(drawn(".hero-picture"), "drawn once, in About").toBeUndefined();
  expect(errors.mock.calls).toEqual([]);
});

it("the message form is hydrated, and pictures are replaced, in the page's language", async () => {
  const errors = vi.spyOn(console, "error");
  open("de");
  startControls();
  document.querySelector<HTMLElement>("[data-contact-button]")?.click();
  await import("./hydrate.tsx");
  const card = document.querySelector<HTMLImageElement>(".project img");
  if (card) card.dataset.failed = "";
  window.dispatchEvent(new Event(HYDRATE_EVENT));
  await expect
    .poll(() => document.querySelector(".project svg.generated")?.getAttribute("aria-label"))
    .toBe("Flyology (ohne Bild)");
  const button = document.querySelector("#contact-form button");
  expect(Object.keys(button ?? {}).join(), "hydrated").toContain("__react");
  expect(button?.textContent).toBe("Nachricht senden");
  expect(errors.mock.calls).toEqual([]);
});
