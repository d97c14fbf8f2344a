import { PAGE_BACKGROUND, type PageAssets, type RenderedPage } from "../../shared/page.ts";
import { CONFIG_ID, type SiteConfig } from "../../shared/site-config.ts";
import { directionOf } from "../content/texts/direction.ts";
import { embedJson } from "../lib/embed-json.ts";
import { escapeHtml } from "../lib/escape-html.ts";
import { siteAddress } from "../lib/site-address.ts";
import { charactersIn } from "./characters.ts";
import { compactHtml } from "./compact-html.ts";
import { FONT_FACES, familyOf } from "./font-faces.ts";
import { markLanguages } from "./mark-languages.ts";

interface DocumentParts {
  title: string;
  /** BCP 47; English by default. */
  language?: string;
  /** Additional HTML for the head. */
  head: string;
  /** HTML inside the root element. */
  body: string;
  /** JSON blocks after the page, by element id. */
  data: Record<string, unknown>;
  config: SiteConfig;
  assets: PageAssets;
  /** Whether the landing page's code is loaded at once. */
  eager?: boolean;
}

/**
 * Assembles a complete HTML document. Metadata comes after the styles and script, near the content
 * that it repeats, because gzip finds repetitions only within 32 KiB.
 */
export function renderDocument(parts: DocumentParts): RenderedPage {
  const { title, head, body, data, config, assets, eager = false, language = "en" } = parts;
  const { bootScript, otherMediaCss, policy = "object-src", devHead = "" } = assets;
  const { supabaseUrl, publishableKey, embedded } = config;
  const attributes = languageAttributes(language);
  const marked = markLanguages(body, language);
  const css = eager ? assets.css : withoutUnusedStyles(assets.css, attributes + marked);
  const blocks = { [CONFIG_ID]: { supabaseUrl, publishableKey, embedded }, ...data };
  const html = [
    `<!doctype html><html${attributes}>`,
    '<head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // Before the boot script, which selects the color of a remembered theme.
    ...(["dark", "light"] as const).map(
      (theme) =>
        `<meta name="theme-color" media="(prefers-color-scheme:${theme})" content="${PAGE_BACKGROUND[theme]}">`,
    ),
    // Before the styles, because it requests the typeface.
    `<script${bootAttributes({ ...assets, css })}${eager ? " data-eager" : ""}>${bootScript}</script>`,
    // Chromium requests no picture before it has parsed a policy: after the script, so that the
    // typeface gets the first connection. The default, a directive without sources, is also in the
    // response's header.
    `<meta http-equiv="content-security-policy" content="${escapeHtml(policy)}">`,
    `${devHead}<style>${css}</style>`,
    `<noscript><link rel="stylesheet" media="print,(forced-colors:active)" href="${escapeHtml(otherMediaCss)}"></noscript>`,
    `<title>${escapeHtml(title)}</title>`,
    head,
    `<link rel="icon" href="${siteAddress("/favicon.svg")}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${siteAddress("/apple-touch-icon.png")}">`,
    `</head><body><div id="root">${compactHtml(marked)}</div><div id="app"></div>`,
    ...Object.entries(blocks).map(
      ([id, value]) => `<script type="application/json" id="${id}">${embedJson(value)}</script>`,
    ),
    "</body></html>\n",
  ].join("");
  return { html, inlineScripts: [bootScript], inlineStyles: [css] };
}

/**
 * The styles without the rules for classes and languages, without the typefaces, and without the font
 * files for characters, that the page does not contain.
 * @param body the page, and the attributes of its root.
 */
function withoutUnusedStyles(css: string, body: string): string {
  const classes = new Set(
    [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  // Scripts replace pictures that did not load.
  for (const name of ["generated", "generated-initial"]) classes.add(name);
  const used = css.replace(/([^{}@]+)\{[^{}]*\}/g, (rule, selectors: string) => {
    // What is in brackets, as in `:is(.a, .b)`, is not looked at.
    const outside = selectors.replace(/\((?:[^()]|\([^()]*\))*\)/g, "");
    const isUsed = (selector: string) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/g)].every(([, name = ""]) => classes.has(name));
    const languages = [...selectors.matchAll(/:lang\((\w+)\)/g)].map(([, one]) => `lang="${one}`);
    const isSpoken = languages.length === 0 || languages.some((one) => body.includes(one));
    return isSpoken && outside.split(",").some(isUsed) ? rule : "";
  });
  const rules = used.replace(/@media[^{}]*\{\}/g, "");
  const named = rules.replace(FONT_FACES, "");
  const characters = charactersIn(body);
  return rules.replace(FONT_FACES, (face) => {
    const [, ranges] = /url\(.*unicode-range:([^;}]*)/.exec(face) ?? [];
    return named.includes(familyOf(face)) && (!ranges || rangePattern(ranges).test(characters))
      ? face
      : "";
  });
}

/** Matches the characters of a `unicode-range`, such as `U+100-130,U+4??`. */
function rangePattern(ranges: string): RegExp {
  const list = ranges.split(",").map((range) => {
    const [from = "", to = from] = range.trim().slice(2).split("-");
    return `\\u{${from.replaceAll("?", "0")}}-\\u{${to.replaceAll("?", "f")}}`;
  });
  return new RegExp(`[${list.join("")}]`, "u");
}

/** The files of headings and running text: the look's first, and the next unless it has both weights. */
function firstFonts(css: string): string[] {
  const faces = (css.match(FONT_FACES) ?? []).filter((face) => face.includes("url("));
  return faces
    .slice(0, /font-weight:\d+ /.test(faces[0] ?? "") ? 1 : 2)
    .map((face) => /url\(([^)]+)\)/.exec(face)?.[1] ?? "");
}

/** The boot script reads `data-lang` when it returns from the application to the page. */
function languageAttributes(language: string): string {
  if (language === "en") return ' lang="en"';
  const direction = directionOf(language) === "rtl" ? ' dir="rtl"' : "";
  return ` lang="${language}"${direction} data-lang="${language}"`;
}

/** Attributes with the URLs that the boot script may load. */
function bootAttributes(assets: PageAssets): string {
  const lists: [name: string, urls: string[]][] = [
    ["fonts", assets.landingEntry ? firstFonts(assets.css) : []],
    ["landing", [assets.landingEntry]],
    ["app", assets.appModules],
    ["styles", assets.appCss],
    ["share", assets.shareModules],
    ["share-styles", assets.shareCss],
  ];
  return lists
    .filter(([, urls]) => urls.length > 0)
    .map(([name, urls]) => ` data-${name}="${escapeHtml(urls.join(" "))}"`)
    .join("");
}
