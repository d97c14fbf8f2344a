import { DEFAULT_LOOK, type Look } from "../../shared/looks.ts";
import { loadSharp } from "../pictures/load-sharp.ts";
import { type Font, readTypeface } from "./share-card-fonts.ts";

/** Maximum pixels of the portrait on the share card; a decoded pixel takes four bytes of memory. */
const PORTRAIT_MAX_PIXELS = 50_000_000;

export interface ShareStyle {
  look?: Look;
  /** The owner's accent color on a dark background, as `#rrggbb`; null for cyan. */
  accent?: string | null;
}

export interface ShareCardInput extends ShareStyle {
  name: string;
  tagline: string;
  location?: string | undefined;
  /** The picture's bytes (JPEG, PNG, WebP, AVIF or GIF); omitted from the card when unreadable. */
  portrait?: Buffer | undefined;
  /** The site's host, shown instead of a name that has no character that can be drawn. */
  host?: string | undefined;
}

/** Pixels; the size Open Graph recommends. */
const CARD = { width: 1200, height: 630 };
const PORTRAIT_WIDTH = 440;

/**
 * Renders the share image of the site: a 1200×630 PNG with the owner's name, tagline and portrait.
 * Needs no system font. Characters that no installed font has, and emoji, are omitted instead of
 * drawn as boxes.
 * @returns the PNG's bytes, for any text and any portrait bytes.
 */
export async function renderShareCard(input: ShareCardInput): Promise<Buffer> {
  const [{ default: satori }, sharp, typeface] = await loadShareCard(input.look);
  const portrait = input.portrait && (await cropPortrait(sharp, input.portrait));
  const { name, tagline, location = "", host = "" } = input;
  const all = `${name} ${tagline} ${location}`.normalize("NFC").replace(/\p{C}/gu, "");
  const others = await typeface.fontsFor(all);
  // Satori parses the fonts of another array again.
  const fonts = others.length > 0 ? [...typeface.fonts, ...others] : typeface.fonts;
  const missing =
    others.length > 0 ? await findMissing(all, fonts, typeface.families.text) : new Set<string>();
  const isDrawable = (sign: string) =>
    typeface.covered(sign.codePointAt(0) ?? 0) || (others.length > 0 && !missing.has(sign));
  const keep = (text: string, longest: number) => keepDrawable(text, longest, isDrawable);
  const lines = {
    name: keep(name, 120) || (name.trim() && keep(host, 120)),
    tagline: keep(tagline, 240),
    location: keep(location, 80),
  };
  const look = {
    hasPortrait: portrait !== undefined,
    accent: input.accent ?? ink.cyan,
    families: typeface.families,
  };
  const isRtl = RIGHT_TO_LEFT.test(lines.name || lines.tagline);
  const svg = await satori(layOut(lines, { ...look, isRtl }), { ...CARD, fonts });
  const left = isRtl ? 0 : CARD.width - PORTRAIT_WIDTH;
  const overlays = portrait ? [{ input: portrait, left, top: 0 }] : [];
  return sharp(Buffer.from(svg))
    .composite(overlays)
    .removeAlpha()
    .png({ palette: true, colours: 256, dither: 0.6, compressionLevel: 9 })
    .toBuffer();
}

/** Loads the modules for rendering, on demand, because only a running server needs them. */
export function loadShareCard(look: Look = DEFAULT_LOOK) {
  return Promise.all([import("satori"), loadSharp(), loadTypeface(look)]);
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
      .png({ compressionLevel: 0 })
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

/** Matches a text whose first letter is of a script that is written from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

interface Layout {
  hasPortrait: boolean;
  accent: string;
  isRtl: boolean;
  /** Lists of families, as in CSS. */
  families: Record<"headings" | "text", string>;
}

function layOut(lines: Lines, { hasPortrait, accent, isRtl, families }: Layout) {
  const [start, end] = hasPortrait ? [80, 56] : [120, 160];
  const style = {
    width: CARD.width - (hasPortrait ? PORTRAIT_WIDTH : 0),
    height: CARD.height,
    flexDirection: "column",
    justifyContent: "center",
    gap: 32,

    boxSizing: "border-box",
    padding: isRtl ? `40px ${start}px 40px ${end}px` : `40px ${end}px 40px ${start}px`,
    fontFamily: families.text,
  };
  const children = [
    line(lines.name, { ...nameStyle(lines.name, hasPortrait), fontFamily: families.headings }),
    element({ width: 72, height: 6, backgroundColor: accent }, ""),
    line(lines.tagline, taglineStyle(lines.tagline)),
    line(lines.location, { fontSize: 28, color: ink.muted, lineClamp: 1 }),
  ].filter((child) => child !== undefined);
  const text = element(style, children);
  const direction = isRtl ? "rtl" : "ltr";
  return element({ ...CARD, backgroundColor: ink.ground, direction }, [text]);
}

function nameStyle(name: string, hasPortrait: boolean): Style {
  const width = name.length + (name.match(WIDE)?.length ?? 0);
  const step = [16, 28, 44].findIndex((limit) => width <= limit);
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
  const look = { display: "block", wordBreak: "break-word", ...style };
  return text ? element({ ...look, ...scriptStyle(text, style) }, text) : undefined;
}

/** Matches characters that are as wide as two Latin letters. */
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const REGULAR = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]/u;

/**
 * Satori draws variable fonts in their default weight, which is regular for some scripts and thin for
 * the others; a stroke makes them as bold as the Latin letters.
 */
function scriptStyle(text: string, { fontSize, fontWeight, color = ink.text }: Style): Style {
  const isThin = text.search(WIDE) >= 0 || /\p{Script=Hebrew}/u.test(text);
  if (!isThin && !REGULAR.test(text)) return {};
  const [bold, regular] = isThin ? [0.06, 0.03] : [0.025, 0];
  const stroke = Number(fontSize) * (fontWeight === 600 ? bold : regular);
  return {
    fontWeight: 400,
    lineHeight: 1.35,
    letterSpacing: 0,
    ...(stroke > 0 && { WebkitTextStrokeWidth: `${stroke}px`, WebkitTextStrokeColor: color }),
  };
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

const typefaces = new Map<Look, ReturnType<typeof readTypeface>>();

function loadTypeface(look: Look) {
  const typeface = typefaces.get(look) ?? readTypeface(look);
  typefaces.set(look, typeface);
  return typeface;
}

/** The characters of a text that none of the fonts has. */
async function findMissing(text: string, fonts: Font[], fontFamily: string): Promise<Set<string>> {
  const { default: satori } = await import("satori");
  const missing = new Set<string>();
  await satori(element({ fontFamily, flexWrap: "wrap" }, text), {
    ...CARD,
    fonts,
    loadAdditionalAsset: async (_code, segment) => {
      for (const sign of segment) missing.add(sign);
      return [];
    },
  });
  return missing;
}

/** The characters that can be drawn, on one line; empty if no letter or digit is left. */
function keepDrawable(text: string, longest: number, isDrawable: (sign: string) => boolean) {
  const kept = [...text.normalize("NFC").replace(/\s+/g, " ")]
    // A zero-width non-joiner separates letters in Persian words.
    .filter((sign) => sign === "\u200c" || (isDrawable(sign) && !/\p{C}/u.test(sign)))
    .join("")
    .replace(/ {2,}/g, " ")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(kept)) return "";
  const signs = [...kept];
  return signs.length > longest ? `${signs.slice(0, longest).join("").trimEnd()}…` : kept;
}
