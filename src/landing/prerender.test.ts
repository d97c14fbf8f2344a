// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Portfolio } from "../content/portfolio.ts";
import {
  renderCv,
  renderErrorPage,
  renderFavicon,
  renderLlms,
  renderLoadingPage,
  renderPage,
  renderResume,
  renderRobots,
  renderSitemap,
} from "./prerender.tsx";
import { emptyPortfolio, samplePortfolio } from "./sample.fixture.ts";

const config = {
  supabaseUrl: "https://ada.example",
  publishableKey: "public-key",
  publicUrl: "https://ada.example",
  embedded: true,
};
const assets = {
  bootScript: "boot()",
  css: "body{}",
  otherMediaCss: "/assets/other-media.css",
  landingEntry: "/assets/entry.js",
  appModules: ["/assets/app.js"],
  appCss: ["/assets/app.css"],
  shareModules: ["/assets/share.js"],
  shareCss: ["/assets/share.css"],
};
const now = new Date("2026-11-21T12:00:00Z");
const render = (portfolio = samplePortfolio()) => renderPage({ portfolio, config, assets, now });
function germanPortfolio() {
  const portfolio = samplePortfolio();
  portfolio.info.pageLanguage = "de";
  portfolio.info.sections = JSON.stringify({ titles: { education: "Studium" } });
  const [latest] = portfolio.experience;
  if (latest) latest.date_range = "Mar 1842 – Present";
  const certificate = { title: "Analytical Engine", number: "7" };
  return { ...portfolio, certificates: [certificate] };
}
const parse = (html: string) => new DOMParser().parseFromString(html, "text/html");
const metaOf = (page: Document, name: string) =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content");

describe("the prerendered page", () => {
  it("the prerendered page and the CV are in the direction of their language", () => {
    const rootOf = (html: string) => {
      const { lang, dir, dataset } = parse(html).documentElement;
      return [lang, dir, dataset.lang];
    };
    const portfolio = samplePortfolio();
    expect(rootOf(render(portfolio).html)).toEqual(["en", "", undefined]);
    portfolio.info.pageLanguage = "fa";
    expect(rootOf(render(portfolio).html)).toEqual(["fa", "rtl", "fa"]);
    expect(rootOf(renderCv({ portfolio, config, assets }).html)).toEqual(["fa", "rtl", undefined]);
  });

  it("the prerendered page needs no external script, style or font before load", () => {
    const page = parse(render().html);
    expect(
      page.querySelectorAll(
        "script[src], link:is([rel=stylesheet], [rel=preload]):not(noscript *)",
      ),
    ).toHaveLength(0);
    const hosts = [...page.querySelectorAll("[src], use, source")].map(
      (element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "",
    );
    const foreign = hosts.filter((host) => host.includes("//"));
    expect(foreign).toEqual(["https://pictures.example/fly.png"]);
  });

  it("the prerendered page returns its inline texts exactly, for the hashes of the CSP", () => {
    const { html, inlineScripts, inlineStyles } = render();
    const page = parse(html);
    const scripts = [...page.querySelectorAll("script:not([type])")].map(
      (script) => script.textContent,
    );
    const styles = [...page.querySelectorAll("style")].map((style) => style.textContent);
    expect(scripts).toEqual(inlineScripts);
    expect(styles).toEqual(inlineStyles);
  });

  it("the prerendered page has the fonts of other scripts only if it contains their characters", () => {
    const basic =
      "p{font-family:A}@font-face{font-family:A;src:local(B);unicode-range:U+20}@font-face{font-family:A;src:url(/a)}";
    const extended = "@font-face{font-family:A;src:url(/b);unicode-range:U+100-130,U+1E??}";
    const greek = "@font-face{font-family:A;src:url(/c);unicode-range:U+386,U+3A3-3FF}";
    const stylesOf = (name: string) => {
      const portfolio = samplePortfolio();
      portfolio.info.displayName = name;
      return renderPage({
        portfolio,
        config,
        assets: { ...assets, css: basic + extended + greek },
        now,
      }).inlineStyles;
    };
    expect(stylesOf("Jose")).toEqual([basic]);
    expect(stylesOf("Đorđe Čolić")).toEqual([basic + extended]);
    expect(stylesOf("Ẁ")).toEqual([basic + extended]);
    expect(stylesOf("Σοφία")).toEqual([basic + greek]);
  });

  it("the prerendered page has no styles for classes that neither it nor its scripts use", () => {
    const kept = ".hero{a:b}.absent,h1{a:b}:is(.absent) p{a:b}.generated{a:b}";
    const css = `${kept}@media (width>=9rem){.absent{a:b}.hero .absent{a:b}}`;
    const input = { config, assets: { ...assets, css } };
    const page = renderPage({ ...input, portfolio: samplePortfolio(), now });
    expect(page.inlineStyles).toEqual([kept]);
    // A page that loads its content itself needs all.
    expect(renderLoadingPage(input).inlineStyles).toEqual([css]);
  });

  it("the prerendered page has no styles for languages that it does not contain", () => {
    const css = "p{a:b}p:is(:lang(ar),:lang(fa)){a:b}";
    const stylesOf = (change: Partial<Portfolio["info"]>) => {
      const portfolio = samplePortfolio();
      Object.assign(portfolio.info, change);
      return renderPage({ portfolio, config, assets: { ...assets, css }, now }).inlineStyles;
    };
    expect(stylesOf({})).toEqual(["p{a:b}"]);
    expect(stylesOf({ pageLanguage: "fa" })).toEqual([css]);
    expect(stylesOf({ tagline: "نرم‌افزار می‌سازم" })).toEqual([css]);
  });

  it("the prerendered page has the styles and the first fonts of its look only", () => {
    const look = (name: string) =>
      `@font-face{font-family:"${name} 1";src:url(/${name}.woff2)}.${name}{--font:"${name} 1"}`;
    const css = ["plex", "editorial"].map(look).join("");
    const show = (chosen: string) => {
      const portfolio = samplePortfolio();
      portfolio.info.look = chosen;
      const { html, inlineStyles } = renderPage({
        portfolio,
        config,
        assets: { ...assets, css },
        now,
      });
      return [inlineStyles, parse(html).querySelector("script")?.dataset.fonts];
    };
    expect(show("editorial")).toEqual([[look("editorial")], "/editorial.woff2"]);
    for (const unset of ["", "toString"])
      expect(show(unset)).toEqual([[look("plex")], "/plex.woff2"]);
  });

  it("the prerendered page names its first two font files for the boot script", () => {
    const css = ["a", "b", "c"].map((name) => `@font-face{src:url(/${name}.woff2)}`).join("");
    const { html } = renderPage({
      portfolio: samplePortfolio(),
      config,
      assets: { ...assets, css },
      now,
    });
    const script = parse(html).querySelector("script");
    expect(script?.dataset.fonts).toBe("/a.woff2 /b.woff2");
  });

  it("the prerendered page contains the configuration, sanitized content, and no secret", () => {
    const portfolio = samplePortfolio();
    portfolio.info.bio = "<p>a</p></script><script>alert(1)</script>";
    portfolio.info.displayName = "</script><script>alert(2)</script>";
    const { html } = render(portfolio);
    const page = parse(html);
    expect(JSON.parse(page.getElementById("foyer-config")?.textContent ?? "")).toEqual({
      supabaseUrl: "https://ada.example",
      publishableKey: "public-key",
      embedded: true,
    });
    expect(page.querySelector(".hero .rich")?.innerHTML).toBe("<p>a</p>");
    expect(page.querySelectorAll("script:not([type])")).toHaveLength(1);
  });

  it("the prerendered page builds its metadata from the content", () => {
    const page = parse(render().html);
    const meta = (name: string) => metaOf(page, name);
    expect(page.title).toBe("Ada Lovelace · I compute.");
    expect(meta("description")).toBe("First programmer.");
    expect(meta("og:title")).toBe(page.title);
    expect(meta("og:url")).toBe("https://ada.example/");
    expect(meta("og:image")).toBe("https://ada.example/og.png");
    expect(meta("twitter:card")).toBe("summary_large_image");
    expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
      "https://ada.example/",
    );
    const person = JSON.parse(
      page.querySelector('script[type="application/ld+json"]')?.textContent ?? "",
    );
    expect(person).toMatchObject({
      "@type": "Person",
      name: "Ada Lovelace",
      jobTitle: "Analyst",
      worksFor: { name: "Babbage" },
      sameAs: ["https://github.com/ada", "https://letters.example/"],
      image: "https://ada.example/sample/profile-640.webp",
    });
  });

  it("the prerendered page is in the language that the owner has chosen, except the owner's words", () => {
    const { html } = render(germanPortfolio());
    const page = parse(html);
    expect(page.documentElement.lang).toBe("de");
    expect(metaOf(page, "og:locale")).toBe("de_DE");
    const person = page.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
    expect(JSON.parse(person).mainEntityOfPage.inLanguage).toBe("de");
    expect(page.querySelector("h1")?.textContent).toBe("Hallo, ich bin Ada Lovelace");
    const headings = [...page.querySelectorAll("h2")].map(({ textContent }) => textContent);
    expect(headings).toEqual([
      ...["Über mich", "Studium", "Berufserfahrung", "Mein Tech-Stack"],
      ...["Ausgewählte Projekte", "Zertifikate", "Kontakt aufnehmen"],
    ]);
    expect(page.querySelector("#experience .dates")?.textContent).toBe("März 1842 – heute");
    expect(page.querySelector("#education .dates")?.textContent).toBe("1840 – 1842");
    expect(page.querySelector("#certificates .place")?.textContent).toBe("Nummer: 7");
    const more = page.querySelector(".more");
    expect(more?.getAttribute("aria-label")).toBe("Mehr anzeigen: Note G");
    expect(more?.getAttribute("data-more-button")).toBe("Weniger anzeigen");
    const form = page.querySelector("template")?.content;
    expect([...(form?.querySelectorAll("span") ?? [])].map((one) => one.textContent)).toEqual([
      ...["Name", "E-Mail-Adresse", "Betreff", "Nachricht"],
    ]);
    expect(html).not.toMatch(/Hello|Skip to|Switch color|Get In Touch|Send Message|All rights/);
  });

  it("the prerendered page has English texts, and no texts for its scripts, if the language is unknown", () => {
    const portfolio = samplePortfolio();
    portfolio.info.pageLanguage = '"><script>';
    const { html } = render(portfolio);
    expect(html).toBe(render().html);
    expect(html).toContain('<html lang="en"><head>');
    expect(html).not.toContain("data-texts");
  });

  it("the prerendered page announces the running role that started last, wherever it is listed", () => {
    const portfolio = samplePortfolio();
    Object.assign(portfolio.experience[1] ?? {}, { start_month: "1843-01-01" });
    const page = parse(render(portfolio).html);
    expect(page.querySelector(".facts")?.textContent).toContain("Latest roleTranslator, Menabrea");
    const person = page.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
    expect(JSON.parse(person)).toMatchObject({
      jobTitle: "Translator",
      worksFor: { name: "Menabrea" },
    });
  });

  it("the prerendered page uses the owner's full name in the title and as JSON-LD person", () => {
    const portfolio = samplePortfolio();
    portfolio.info.fullName = " Augusta Ada King ";
    const page = parse(render(portfolio).html);
    expect(page.title).toBe("Augusta Ada King · I compute.");
    const person = page.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
    expect(JSON.parse(person)).toMatchObject({
      name: "Augusta Ada King",
      alternateName: "Ada Lovelace",
    });
    expect(page.querySelector("h1")?.textContent).toContain("Ada Lovelace");
  });

  it.each([
    ["<p>I build <strong>tools</strong>, <em>fast</em>.</p>", "I build tools, fast."],
    ["<p>One.</p><p>Two<br>lines.</p><ul><li>three</li></ul>", "One. Two lines. three"],
    ["<p>R&amp;D &lt;3</p>", "R&D <3"],
    [`<p>${"word, ".repeat(40)}</p>`, `${"word, ".repeat(25)}word…`],
  ])("the prerendered page describes %j as %j", (bio, description) => {
    const portfolio = samplePortfolio();
    portfolio.info.bio = bio;
    expect(metaOf(parse(render(portfolio).html), "description")).toBe(description);
  });

  it("the prerendered page has a title and a description but no JSON-LD person without content", () => {
    const page = parse(render(emptyPortfolio()).html);
    expect(page.title).toBe("Portfolio");
    expect(metaOf(page, "description")).toBe("A portfolio that has just opened.");
    expect(page.querySelector('script[type="application/ld+json"]')).toBeNull();
  });
});

it("the error screen shows the message, escaped, and loads nothing", () => {
  const { html } = renderErrorPage({ message: "no <b>database</b>", config, assets });
  const page = parse(html);
  expect(page.querySelector("h1")?.textContent).toBe("An Error Occurred");
  expect(page.querySelector("main p")?.textContent).toBe(
    "Failed to load portfolio data. Please check your connection or try again later. Details: no <b>database</b>",
  );
  expect(page.querySelector("script[data-landing]")?.getAttribute("data-landing")).toBe("");
});

it("a page without content shows a loading state and loads at once", () => {
  const page = parse(renderLoadingPage({ config, assets }).html);
  expect(page.querySelector("[role=status]")?.textContent).toBe("Loading...");
  expect(page.querySelector("script[data-eager]")).not.toBeNull();
  expect(page.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(
    "https://ada.example/",
  );
});

describe("the files beside the page", () => {
  it("the favicon is the owner's, sanitized, with cyan for the current color", () => {
    const portfolio = samplePortfolio();
    portfolio.info.faviconSvg =
      '<svg viewBox="0 0 4 4" onload="x()"><script>x()</script><path d="M0 0" fill="currentColor"/></svg>';
    const svg = renderFavicon(portfolio);
    expect(svg).toContain('fill="#22d3ee"');
    expect(svg).not.toMatch(/script|onload/);
    expect(renderFavicon(emptyPortfolio())).toContain("#22d3ee");
  });

  it("llms.txt has the public content as Markdown", () => {
    const text = renderLlms({ portfolio: samplePortfolio(), config });
    expect(text).toContain("# Ada Lovelace\n\n> I compute. · London\n\nFirst programmer.\n\n");
    expect(text).toContain("- [GitHub](https://github.com/ada)\n");
    expect(text).toContain("- Analyst, Babbage (1842 – 1843, London)\n  Notes A to G.\n");
    expect(text).toContain("- [Note G](https://g.example/)\n  Built with: Punched cards\n");
    expect(text).not.toMatch(/javascript:|<p>/);
    expect(renderLlms({ portfolio: emptyPortfolio(), config })).toMatch(/^# Portfolio\n/);
  });

  it("the CV has the contact first, spells out every address, and has no cut text and no script", () => {
    const { html, inlineScripts } = renderCv({ portfolio: samplePortfolio(), config, assets });
    const page = parse(html);
    const text = page.querySelector("main")?.textContent ?? "";
    expect(text).toMatch(/^Ada LovelaceI compute\.Londonada@example\.comGitHub: github\.com\/ada/);
    expect(text.indexOf("Experience")).toBeLessThan(text.indexOf("Education"));
    expect(text).toContain("x".repeat(201));
    expect(text).toContain("g.example · github.com/ada/g");
    expect(text).not.toContain("javascript:");
    expect(page.querySelectorAll("script")).toHaveLength(0);
    expect(inlineScripts).toEqual([]);
    const portfolio = samplePortfolio();
    portfolio.info.sections = '{"hidden":["experience"]}';
    expect(renderCv({ portfolio, config, assets }).html).not.toContain("Analyst");
  });

  it("publications are citations, with their address and the owner's name bold", () => {
    const paper = {
      ...{ title: "Notes", organization: "Memoirs", link: "https://memoirs.example/g" },
      ...{ authors: "Menabrea, L.; Lovelace, A.", date_range: "1843" },
    };
    const portfolio = { ...samplePortfolio(), publications: [paper] };
    const page = parse(render(portfolio).html).querySelector("#publications");
    expect(page?.querySelector(".authors")?.textContent).toBe("Menabrea, L.; Lovelace, A.");
    expect(page?.querySelector(".authors b")?.textContent).toBe("Lovelace, A.");
    expect(page?.querySelector("li")?.textContent).toBe(
      "Menabrea, L.; Lovelace, A. Notes. Memoirs, 1843",
    );
    expect(page?.querySelector("li a")?.getAttribute("href")).toBe("https://memoirs.example/g");
    const cv = parse(renderCv({ portfolio, config, assets }).html);
    const citation = [...cv.querySelectorAll("article p")].find((one) => one.querySelector("b"));
    expect(citation?.textContent).toBe(
      "Menabrea, L.; Lovelace, A. Notes. Memoirs, 1843. memoirs.example/g",
    );
    expect(citation?.querySelector("b")?.textContent).toBe("Lovelace, A.");
    expect(renderLlms({ portfolio, config })).toContain(
      "- Menabrea, L.; Lovelace, A., [Notes](https://memoirs.example/g), Memoirs (1843)\n",
    );
  });

  it("web addresses in the owner's plain texts are links", () => {
    const portfolio = samplePortfolio();
    const [job] = portfolio.experience;
    if (job) job.description = "See (https://a.example/b_(c)).\n- https://d.example/?e=1&f, too";
    for (const html of [render(portfolio).html, renderCv({ portfolio, config, assets }).html]) {
      const links = [...parse(html).querySelectorAll(":is(.description, .text) a")];
      expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
        ["https://a.example/b_(c)", "https://a.example/b_(c)"],
        ["https://d.example/?e=1&f", "https://d.example/?e=1&f"],
      ]);
    }
  });

  it("an education entry without a degree shows its school once, as the title", () => {
    const portfolio = samplePortfolio();
    portfolio.education = [{ title: "Home", organization: "Home", date_range: "1830" }];
    const page = parse(render(portfolio).html);
    expect(page.querySelector("#education .entry")?.textContent).toBe("1830Home");
    expect(page.querySelector("script[type='application/ld+json']")?.textContent).toContain(
      '"alumniOf":[{"@type":"EducationalOrganization","name":"Home"}]',
    );
    const resume = JSON.parse(renderResume({ portfolio, config }));
    expect(resume.education).toMatchObject([{ institution: "Home" }]);
    expect(resume.education[0].studyType).toBeUndefined();
  });

  it("the CV page starts the download of the PDF that the owner offers", () => {
    const portfolio = samplePortfolio();
    portfolio.info.cvDownload = "file";
    portfolio.info.cvFile = "/storage/v1/object/public/profile-pictures/public/cv-1.pdf";
    portfolio.info.displayName = 'Ada "><b>';
    const page = parse(renderCv({ portfolio, config, assets }).html);
    const file = `${portfolio.info.cvFile}?download=Ada%20%22%3E%3Cb%3E%20CV.pdf`;
    expect(page.querySelector("meta[http-equiv=refresh]")?.getAttribute("content")).toBe(
      `0;url=${file}`,
    );
    expect(page.querySelector("main a")?.getAttribute("href")).toBe(file);
    expect(page.body.textContent).not.toContain("Experience");
    const landing = parse(renderPage({ portfolio, config, assets, now }).html);
    expect(landing.querySelector(".cv-link")?.getAttribute("href")).toBe(file);
  });

  it("the CV and llms.txt are in the page's language, with the owner's words unchanged", () => {
    const portfolio = germanPortfolio();
    const { html } = renderCv({ portfolio, config, assets });
    const page = parse(html);
    expect(page.documentElement.lang).toBe("de");
    expect(page.title).toBe("Ada Lovelace · Lebenslauf");
    const headings = [...page.querySelectorAll("h2")].map(({ textContent }) => textContent);
    expect(headings).toEqual(["Erfahrung", "Studium", "Kenntnisse", "Projekte", "Zertifikate"]);
    expect(page.querySelector(".dates")?.textContent).toBe("März 1842 – heute");
    expect(page.body.textContent).toContain("Weitere: Weaving");
    portfolio.info.cvDownload = "file";
    portfolio.info.cvFile = "/storage/v1/object/public/profile-pictures/public/cv-1.pdf";
    expect(
      parse(renderCv({ portfolio, config, assets }).html).querySelector(".summary")?.textContent,
    ).toBe("Der Download des Lebenslaufs startet automatisch. Falls nicht: PDF herunterladen.");
    const text = renderLlms({ portfolio, config });
    expect(text).toContain("## Studium\n");
    expect(text).toContain("  Umgesetzt mit: Punched cards\n");
    expect(text).toContain("- Analytical Engine (Nummer: 7)");
  });

  it("sitemap and robots contain the site's URL", () => {
    expect(renderSitemap({ config, now })).toContain("<loc>https://ada.example/</loc>");
    expect(renderRobots({ config })).toContain("Sitemap: https://ada.example/sitemap.xml");
  });
});
