// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startControls } from "./controls.ts";
import { startTheme, THEME_KEY } from "./first-paint.ts";
import { startHydration, startRoutes } from "./loading.ts";

const root = document.documentElement;
let listening: AbortController;

beforeEach(() => {
  // Listeners of one test must not fire in the next.
  listening = new AbortController();
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options?: object | boolean) =>
      add(type, listener, {
        ...(typeof options === "object" ? options : {}),
        signal: listening.signal,
      }),
  );
  vi.stubGlobal("addEventListener", window.addEventListener);
});
afterEach(() => {
  listening.abort();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  location.hash = "";
  for (const key of Object.keys(root.dataset)) delete root.dataset[key];
});

it("ignores an invalid stored theme", () => {
  localStorage.setItem(THEME_KEY, '"><script>');
  startTheme();
  expect(root.dataset.theme).toBeUndefined();
});

it("closes the mobile menu on Escape and restores the focus", () => {
  document.body.innerHTML = `<button data-menu-button aria-expanded="true">m</button>
    <nav id="menu" data-open></nav>`;
  startControls();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(document.getElementById("menu")?.hasAttribute("data-open")).toBe(false);
  expect(document.activeElement).toBe(document.querySelector("[data-menu-button]"));
});

it("loads React once, on the first interaction with the page, and again only after a failure", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  document.head.innerHTML = "";
  const answers = [Promise.reject(new Error("offline")), Promise.resolve()];
  const loaded: string[] = [];
  startHydration(["/form.js", "/react.js"], (url) => {
    loaded.push(url);
    return answers.shift() ?? Promise.resolve();
  });
  const press = () => window.dispatchEvent(new Event("pointerdown"));
  for (const sign of ["pointermove", "wheel", "scroll"]) window.dispatchEvent(new Event(sign));
  root.dataset.area = "app";
  press();
  delete root.dataset.area;
  expect(loaded).toEqual([]);
  press();
  press();
  expect(loaded).toEqual(["/form.js"]);
  expect(document.head.innerHTML).toBe('<link rel="modulepreload" href="/react.js">');
  await Promise.resolve().then(() => {});
  press();
  press();
  expect(loaded).toEqual(["/form.js", "/form.js"]);
});

describe("routes", () => {
  function start(hash: string, eager = false) {
    const loaded: string[] = [];
    history.replaceState(null, "", hash || "#");
    vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
    vi.stubGlobal("scrollTo", () => {});
    startRoutes({
      landing: "/landing.js",
      app: ["/app.js", "/shared.js"],
      styles: ["/app.css"],
      eager,
      load: async (url) => loaded.push(url),
    });
    return loaded;
  }
  const goTo = (hash: string) => {
    history.replaceState(null, "", hash);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  };

  it.each([
    ["#/tradmin", "/app.js", "app"],
    ["#/tradmin/login?from=x", "/app.js", "app"],
    ["#/workspace/notes", "/app.js", "app"],
    ["", "/landing.js", undefined],
    ["#about", "/landing.js", undefined],
    ["#/about", "/landing.js", undefined],
    ["#/nowhere", "/landing.js", undefined],
    ["#/workspaces", "/landing.js", undefined],
  ])("at %j loads %s and shows the area %s", (hash, module, area) => {
    expect(start(hash)).toEqual([module]);
    expect(root.dataset.area).toBe(area);
  });

  it("switches to the application and back, loading each side once", () => {
    const loaded = start("#about");
    goTo("#/workspace");
    expect(root.dataset.area).toBe("app");
    goTo("#home");
    expect(root.dataset.area).toBeUndefined();
    goTo("#/tradmin");
    expect(loaded).toEqual(["/landing.js", "/app.js"]);
  });

  it("waits for the load event, but not after the first interaction", () => {
    vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
    const loaded = start("");
    expect(loaded).toEqual([]);
    window.dispatchEvent(new Event("pointerdown"));
    expect(loaded).toEqual(["/landing.js"]);
    window.dispatchEvent(new Event("load"));
    expect(loaded).toEqual(["/landing.js"]);
  });
});
