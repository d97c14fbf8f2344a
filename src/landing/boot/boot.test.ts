// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startMenu } from "./menu.ts";
import { startRoutes } from "./routes.ts";
import { startTheme, THEME_KEY } from "./theme.ts";

const root = document.documentElement;
let listening: AbortController;
let light = false;

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
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("light") && light }));
  document.body.innerHTML = `<button data-theme-switch>t</button>
    <button data-menu-button aria-expanded="false">m</button>
    <nav id="menu"><a href="#about">About</a></nav>
    <button data-contact-button>here</button>`;
});
afterEach(() => {
  listening.abort();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  light = false;
  location.hash = "";
  for (const key of Object.keys(root.dataset)) delete root.dataset[key];
});

const press = (selector: string) =>
  document
    .querySelector<HTMLElement>(selector)
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true }));

describe("theme", () => {
  it("applies the stored theme first", () => {
    localStorage.setItem(THEME_KEY, "light");
    startTheme();
    expect(root.dataset.theme).toBe("light");
  });

  it("follows the system until a theme is chosen, then stores the choice", () => {
    light = true;
    startTheme();
    expect(root.dataset.theme).toBeUndefined();
    press("[data-theme-switch]");
    expect(root.dataset.theme).toBe("dark");
    press("[data-theme-switch]");
    expect(localStorage.getItem(THEME_KEY)).toBe("light");
  });

  it("ignores an invalid stored value", () => {
    localStorage.setItem(THEME_KEY, '"><script>');
    startTheme();
    expect(root.dataset.theme).toBeUndefined();
  });
});

describe("mobile menu", () => {
  const isOpen = () => document.getElementById("menu")?.hasAttribute("data-open");

  it("opens and closes with its button", () => {
    startMenu();
    press("[data-menu-button]");
    expect(isOpen()).toBe(true);
    expect(document.querySelector("[data-menu-button]")?.getAttribute("aria-expanded")).toBe(
      "true",
    );
    press("[data-menu-button]");
    expect(isOpen()).toBe(false);
  });

  it("closes when an item is chosen and on Escape, which restores the focus", () => {
    startMenu();
    press("[data-menu-button]");
    press("#menu a");
    expect(isOpen()).toBe(false);
    press("[data-menu-button]");
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(document.querySelector("[data-menu-button]"));
  });
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

  it.each(["#/tradmin", "#/tradmin/login", "#/workspace/notes"])(
    "hides the page and starts the application for %s",
    (hash) => {
      expect(start(hash)).toEqual(["/app.js"]);
      expect(root.dataset.area).toBe("app");
      expect(document.head.querySelector('link[href="/app.css"]')).not.toBeNull();
    },
  );

  it.each(["", "#about", "#/about", "#/nowhere"])("shows the page for %j", (hash) => {
    expect(start(hash)).toEqual(["/landing.js"]);
    expect(root.dataset.area).toBeUndefined();
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

  it("stores an early click on 'here' for the form", () => {
    vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
    const loaded = start("");
    press("[data-contact-button]");
    expect(root.dataset.contact).toBe("open");
    expect(loaded).toEqual(["/landing.js"]);
  });
});
