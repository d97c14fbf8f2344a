// @vitest-environment jsdom
import { expect, it } from "vitest";
import { compactHtml } from "./compact-html.ts";
import { renderPage } from "./prerender.tsx";
import { sampleConfig, samplePortfolio } from "./sample.fixture.ts";

it("compactHtml removes slashes, quotes and implied end tags only", () => {
  expect(
    compactHtml('<ul class="a b"><li id="x">1</li><li>2</li></ul><a href="/?a=1">="y" </a>'),
  ).toBe('<ul class="a b"><li id=x>1<li>2</ul><a href="/?a=1">="y" </a>');
  expect(compactHtml('<dl><div><dt>a</dt><dd title="">b</dd></div></dl><br class="x"/>')).toBe(
    '<dl><div><dt>a<dd title="">b</div></dl><br class=x>',
  );
});

it.each([
  '<a href="https://example.com/">1</a><img alt="" src="/x.webp"/><p>2</p> <p>3</p>text',
  '<svg viewBox="0 0 2 2"><path d="M0 0h2"></path><path d="M1 1"></path></svg><b>1</b>',
  '<a><p title="a&gt;b">1</p></a><ul><li>1</li> <li><p>2</p><ol><li>3</li></ol></li></ul>',
  '<p title="&quot;x&quot; y=&quot;z&quot;" class="`a`">="b" </p><section><p>1</p></section>',
  "<div><p>&lt;b x=\"y\" &gt;</p><h3>1</h3><p title='<b x=y >'>2</p><p>3</p><b>4</b></div>",
])("compactHtml keeps the document that %j describes", (html) => {
  expect(parsed(compactHtml(html))).toBe(parsed(html));
});

it("compactHtml does not change a compacted page", () => {
  const { html } = renderPage({
    portfolio: samplePortfolio(),
    config: { ...sampleConfig, publicUrl: "" },
    assets: {
      ...{ bootScript: "", css: "", otherMediaCss: "", landingEntry: "", appModules: [] },
      appCss: [],
      ...{ shareModules: [], shareCss: [] },
    },
    now: new Date(),
  });
  expect(html).toContain("<li class=project>");
  expect(parsed(compactHtml(html))).toBe(parsed(html));
});

function parsed(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").documentElement.outerHTML;
}
