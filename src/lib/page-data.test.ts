// @vitest-environment jsdom
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { embedJson, readEmbeddedJson } from "./embed-json.ts";
import { graphemes } from "./graphemes.ts";
import { readErrorMessage } from "./response-error.ts";
import { readClientConfig } from "./site-config.ts";

afterEach(() => {
  document.body.innerHTML = "";
});

describe("JSON inside a page", () => {
  it("JSON inside a page round-trips any value", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("</script>", "<!--", "\u2028", "]]>"));
    fc.assert(
      fc.property(fc.array(text), (value) => {
        const html = `<script type="application/json" id="x">${embedJson(value)}</script>`;
        const page = new DOMParser().parseFromString(html, "text/html");
        expect(page.querySelectorAll("script")).toHaveLength(1);
        expect(readEmbeddedJson("x", page)).toEqual(value);
      }),
    );
  });

  it("reading JSON from a page returns null if there is none", () =>
    expect(readEmbeddedJson("nothing")).toBeNull());
});

describe("the page's configuration", () => {
  function page(config: object): void {
    document.body.innerHTML = `<script type="application/json" id="foyer-config">${embedJson(config)}</script>`;
  }

  it.each([
    ["the visited origin when the data is on the same server", true, location.origin],
    ["the configured URL of a hosted server", false, "https://x.supabase.co"],
  ])("the page's configuration uses %s", (_what, embedded, expected) => {
    page({ supabaseUrl: "https://x.supabase.co", publishableKey: "k", embedded });
    expect(readClientConfig().supabaseUrl).toBe(expected);
  });

  it("the page's configuration throws a clear error when it is missing", () => {
    expect(() => readClientConfig()).toThrow("The page carries no configuration (#foyer-config).");
  });
});

it("countCharacters counts an emoji family and a combined letter as one character each", () => {
  expect(graphemes("a👨‍👩‍👧é")).toEqual(["a", "👨‍👩‍👧", "é"]);
});

describe("a refused request", () => {
  it("a refused request uses the server's message", async () => {
    const response = Response.json({ message: "too long", code: "23514" }, { status: 400 });
    expect(await readErrorMessage(response)).toBe("too long");
  });

  it("a refused request without a message is reported with its status line", async () => {
    const response = new Response("<html>", { status: 502, statusText: "Bad Gateway" });
    expect(await readErrorMessage(response)).toBe("502 Bad Gateway");
  });
});
