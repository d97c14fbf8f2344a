// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startControls } from "./controls.ts";
import { startTheme, switchTheme, THEME_KEY } from "./first-paint.ts";
import { startRoutes } from "./loading.ts";

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

it("the page ignores an invalid stored theme", () => {
  localStorage.setItem(THEME_KEY, '"><script>');
  startTheme();
  expect(root.dataset.theme).toBeUndefined();
});

it("the browser's color follows the remembered theme, and the one that is chosen", () => {
  document.head.innerHTML = ["dark", "light"]
    .map((theme) => `<meta name="theme-color" media="(prefers-color-scheme:${theme})">`)
    .join("");
  const media = () =>
    [...document.querySelectorAll("meta")].map((meta) => meta.getAttribute("media"));
  startTheme();
  expect(media()).toEqual(["(prefers-color-scheme:dark)", "(prefers-color-scheme:light)"]);
  localStorage.setItem(THEME_KEY, "light");
  startTheme();
  expect(media()).toEqual(["not all", "all"]);
  switchTheme();
  expect(media()).toEqual(["all", "not all"]);
  document.head.innerHTML = "";
});

it("the page closes the mobile menu on Escape and restores the focus", () => {
  document.body.innerHTML = `<button data-menu-button aria-expanded="true">m</button>`;
  startControls();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  const button = document.querySelector("[data-menu-button]");
  expect(button?.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(button);
});

describe("routes", () => {
  function start(hash: string, eager = false) {
    const loaded: string[] = [];
    history.replaceState(null, "", hash || "#");
    vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
    document.head.innerHTML = "";
    startRoutes(
      {
        landing: "/landing.js",
        app: "/app.js /shared.js",
        styles: "/app.css",
        share: "/share.js",
        ...(eager && { eager: "" }),
      },
      async (url) => loaded.push(url),
    );
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
    ["#/share/abc", "/share.js", "share"],
    ["#/share", "/landing.js", undefined],
  ])("routes at %j loads %s and shows the area %s", (hash, module, area) => {
    const loaded = start(hash);
    window.dispatchEvent(new Event("load"));
    expect(loaded).toEqual([module]);
    expect(root.dataset.area).toBe(area);
  });

  it("the boot code loads the styles and modules of the application in parallel", () => {
    start("#/workspace");
    expect(document.head.innerHTML).toBe(
      '<link rel="stylesheet" href="/app.css"><link rel="modulepreload" href="/shared.js">',
    );
  });

  it("the boot code loads a page without content at once", () => {
    expect(start("", true)).toEqual(["/landing.js"]);
  });

  it("the boot code switches between page and application, with the document's language, and loads each script once", () => {
    const scrolled = vi.fn();
    root.scrollIntoView = scrolled;
    root.dataset.lang = "fa";
    const loaded = start("#about");
    window.dispatchEvent(new Event("load"));
    goTo("#/workspace");
    expect(root.dataset.area).toBe("app");
    expect([root.lang, root.dir]).toEqual(["en", "ltr"]);
    goTo("#home");
    expect(root.dataset.area).toBeUndefined();
    expect([root.lang, root.dir]).toEqual(["fa", "rtl"]);
    goTo("#/tradmin");
    expect(loaded).toEqual(["/landing.js", "/app.js"]);
    // Without a section of that name, the page scrolls to the top.
    expect(scrolled).toHaveBeenCalledOnce();
  });

  it("the boot code waits for the load event, but not after the first interaction", () => {
    const loaded = start("");
    expect(loaded).toEqual([]);
    window.dispatchEvent(new Event("pointerdown"));
    expect(loaded).toEqual(["/landing.js"]);
    window.dispatchEvent(new Event("load"));
    expect(loaded).toEqual(["/landing.js"]);
  });
});
