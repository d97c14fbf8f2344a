import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { loadSharp } from "../pictures/load-sharp.ts";

/** Maximum pixels of the portrait on the share card; a decoded pixel takes four bytes of memory. */
const PORTRAIT_MAX_PIXELS = 50_000_000;

export interface ShareCardInput {
  name: string;
  tagline: string;
  location?: string | undefined;
  /** The picture's bytes (JPEG, PNG, WebP, AVIF or GIF); omitted from the card when unreadable. */
  portrait?: Buffer | undefined;
  /** The owner's accent color on a dark background, as `#rrggbb`; null for cyan. */
  accent?: string | null;
}

/** Pixels; the size Open Graph recommends. */
const CARD = { width: 1200, height: 630 };
const PORTRAIT_WIDTH = 440;

/**
 * Renders the share image of the site: a 1200×630 PNG with the owner's name, tagline and portrait.
 * Needs no system font. Characters outside Latin, Greek, Cyrillic and Vietnamese, and emoji, are
 * omitted instead of drawn as boxes; a name is hidden if nothing remains.
 * @returns the PNG's bytes, for any text and any portrait bytes.
 */
export async function renderShareCard(input: ShareCardInput): Promise<Buffer> {
  const [{ default: satori }, sharp, typeface] = await loadShareCard();
  const portrait = input.portrait && (await cropPortrait(sharp, input.portrait));
  const lines = {
    name: typeface.keepDrawableCharacters(input.name, 120),
    tagline: typeface.keepDrawableCharacters(input.tagline, 240),
    location: typeface.keepDrawableCharacters(input.location ?? "", 80),
  };
  const svg = await satori(layOut(lines, portrait !== undefined, input.accent ?? ink.cyan), {
    ...CARD,
    fonts: typeface.fonts,
  });
  const overlays = portrait ? [{ input: portrait, left: CARD.width - PORTRAIT_WIDTH, top: 0 }] : [];
  return sharp(Buffer.from(svg))
    .composite(overlays)
    .removeAlpha()
    .png({ palette: true, colours: 256, dither: 0.6, compressionLevel: 9 })
    .toBuffer();
}

/** Loads the modules for rendering, on demand, because only a running server needs them. */
export function loadShareCard() {
  return Promise.all([import("satori"), loadSharp(), loadTypeface()]);
}

/** The portrait cropped to the card's right edge, or undefined if the picture is unreadable. */
async function cropPortrait(
  sharp: typeof import("sharp")["default"],
  bytes: Buffer,
): Promise<Buffer | undefined> {
  try {
    const picture = sharp(bytes, { limitInputPixels: PORTRAIT_MAX_PIXELS, autoOrient: true });
    const { format } = await picture.metadata();
    if (!["jpeg", "png", "webp", "heif", "gif"].includes(format)) return undefined;
    return await picture
      .resize(PORTRAIT_WIDTH, CARD.height, { fit: "cover" })
      .flatten({ background: ink.panel })
      .png()
      .toBuffer();
  } catch {
    return undefined;
  }
}

const ink = {
  ground: "#0b1118",
  panel: "#111a23",
  muted: "#93a7b4",
  text: "#e7eef2",
  cyan: "#22d3ee",
};

type Style = Record<string, string | number>;
type Lines = Record<"name" | "tagline" | "location", string>;

function layOut(lines: Lines, hasPortrait: boolean, accent: string) {
  const style = {
    width: CARD.width - (hasPortrait ? PORTRAIT_WIDTH : 0),
    height: CARD.height,
    flexDirection: "column",
    justifyContent: "center",
    gap: 32,

    boxSizing: "border-box",
    padding: hasPortrait ? "40px 56px 40px 80px" : "40px 160px 40px 120px",
    fontFamily: FAMILIES,
  };
  const children = [
    line(lines.name, nameStyle(lines.name, hasPortrait)),
    element({ width: 72, height: 6, backgroundColor: accent }, ""),
    line(lines.tagline, taglineStyle(lines.tagline)),
    line(lines.location, { fontSize: 28, color: ink.muted, lineClamp: 1 }),
  ].filter((child) => child !== undefined);
  const text = element(style, children);
  return element({ ...CARD, backgroundColor: ink.ground }, [text]);
}

function nameStyle(name: string, hasPortrait: boolean): Style {
  const step = [16, 28, 44].findIndex((limit) => name.length <= limit);
  const sizes = hasPortrait ? [92, 76, 60, 48] : [112, 92, 76, 60];
  return {
    fontSize: sizes.at(step) ?? 48,
    fontWeight: 600,
    lineHeight: 1.08,
    letterSpacing: "-0.02em",
    color: ink.text,
    lineClamp: step === 0 || step === 1 ? 2 : 3,
  };
}

/** Short taglines get lines of similar length; satori can balance or truncate, not both. */
function taglineStyle(tagline: string): Style {
  const short = tagline.length <= 80 && tagline.split(" ").every((word) => word.length <= 16);
  const wrapping: Style = short ? { textWrap: "balance" } : { lineClamp: 3 };
  return { fontSize: 38, lineHeight: 1.35, color: ink.text, ...wrapping };
}

function line(text: string, style: Style) {
  return text ? element({ display: "block", wordBreak: "break-word", ...style }, text) : undefined;
}

interface CardElement {
  type: "div";
  key: null;
  props: { style: Style; children: CardElement[] | string };
}

/** Satori's element form. Text is a string child and never parsed, so markup stays literal text. */
function element(style: Style, children: CardElement[] | string): CardElement {
  return { type: "div", key: null, props: { style: { display: "flex", ...style }, children } };
}

/** IBM Plex Sans has one file per script; each is its own family, tried in this order. */
const SCRIPTS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"] as const;
const FAMILIES = SCRIPTS.join(", ");

let typeface: ReturnType<typeof readTypeface> | undefined;

function loadTypeface() {
  typeface ??= readTypeface();
  return typeface;
}

async function readTypeface() {
  const home = dirname(
    createRequire(import.meta.url).resolve("@fontsource/ibm-plex-sans/package.json"),
  );
  const ranges = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(join(home, "unicode.json"), "utf8")));
  const covered = coverage(SCRIPTS.map((script) => ranges[script] ?? ""));
  const fonts = SCRIPTS.flatMap((script) =>
    ([400, 600] as const).map(async (weight) => ({
      name: script,
      weight,
      style: "normal" as const,
      data: await readFile(join(home, "files", `ibm-plex-sans-${script}-${weight}-normal.woff`)),
    })),
  );
  return {
    fonts: await Promise.all(fonts),
    keepDrawableCharacters: (text: string, longest: number) =>
      keepDrawableCharacters(text, longest, covered),
  };
}

/** Converts CSS unicode-range lists ("U+0000-00FF,U+0131") to a test for one code point. */
function coverage(lists: string[]): (codePoint: number) => boolean {
  const ranges = lists.flatMap((list) =>
    [...list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = "", to = from]) => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
    })),
  );
  return (codePoint) => ranges.some(({ from, to }) => codePoint >= from && codePoint <= to);
}

/** The characters the typeface covers, on one line; empty if no letter or digit is left. */
function keepDrawableCharacters(
  text: string,
  longest: number,
  covered: (codePoint: number) => boolean,
) {
  const kept = [...text.normalize("NFC").replace(/\s+/g, " ")]
    .filter((sign) => covered(sign.codePointAt(0) ?? 0) && !/\p{C}/u.test(sign))
    .join("")
    .replace(/ {2,}/g, " ")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(kept)) return "";
  const signs = [...kept];
  return signs.length > longest ? `${signs.slice(0, longest).join("").trimEnd()}…` : kept;
}
