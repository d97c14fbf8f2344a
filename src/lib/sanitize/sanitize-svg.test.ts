// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { sanitizeSvgInBrowser } from "./sanitize-svg-browser.ts";
import { sanitizeSvgOnServer } from "./sanitize-svg-server.ts";
import { BUILT_IN_ICON, ICON_CYAN, paintCyan } from "./svg-policy.ts";

describe.each([
  ["server", sanitizeSvgOnServer],
  ["browser", sanitizeSvgInBrowser],
])("icons on the %s", (_side, sanitize) => {
  it("sanitizing an icon keeps shapes and paint", () => {
    const svg = parse(
      sanitize(
        '<svg viewBox="0 0 4 4"><linearGradient id="g"><stop offset="1"/></linearGradient><path d="M0 0h4" fill="url(#g)" stroke="currentColor"/></svg>',
      ),
    );
    expect(svg.getAttribute("viewBox")).toBe("0 0 4 4");
    expect(svg.querySelector("path")?.getAttribute("fill")).toBe("url(#g)");
    expect(svg.querySelector("path")?.getAttribute("stroke")).toBe("currentColor");
  });

  it("sanitizing an icon removes everything that could run or fetch", () => {
    const svg = parse(
      sanitize(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]>
        <svg xmlns="http://www.w3.org/2000/svg" onload="x()" style="background:url(//x)">
          <script>x()</script><style>*{background:url(//x)}</style><a href="javascript:x()"><path d="M0 0"/></a>
          <image href="//x"/><use href="//x#a"/><foreignObject><p>a</p></foreignObject>
          <circle r="1" fill="url(https://x.example/#a)" onclick="x()"/><animate attributeName="href"/>
        </svg>`),
    );
    const names = [...svg.querySelectorAll("*")].map((element) => element.localName);
    expect(names.every((name) => ["circle", "path"].includes(name))).toBe(true);
    expect(svg.outerHTML).not.toMatch(/script|style|href|on\w+=|url\(|https:/i);
  });

  it.each([
    "\\75rl(//x.example/#a)",
    "image-set('//x.example' 1x)",
    "u\\rl(//x.example)",
    "src('//x.example')",
  ])("sanitizing an icon removes the address of %s", (value) => {
    const svg = parse(sanitize(`<svg><path d="M0 0" mask="${value}" fill="${value}"/></svg>`));
    expect(svg.outerHTML).not.toContain("x.example");
  });

  it("sanitizing an icon refuses text without an icon", () => {
    expect(sanitize("")).toBeNull();
    expect(sanitize("hello")).toBeNull();
    expect(sanitize("<p>hello</p>")).toBeNull();
  });
});

it("sanitizing an icon replaces the current color with cyan, in any spelling", () => {
  expect(paintCyan('<path fill="currentColor" stroke="CURRENTCOLOR"/>')).toBe(
    `<path fill="${ICON_CYAN}" stroke="${ICON_CYAN}"/>`,
  );
  expect(paintCyan(BUILT_IN_ICON)).toContain(ICON_CYAN);
});

function parse(svg: string | null): Element {
  const root = new DOMParser().parseFromString(svg ?? "", "image/svg+xml").documentElement;
  expect(root.namespaceURI).toBe("http://www.w3.org/2000/svg");
  expect(root.localName).toBe("svg");
  return root;
}
