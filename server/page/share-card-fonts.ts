import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { LOOKS, type Look } from "../../shared/looks.ts";

export type Font = Parameters<typeof import("satori")["default"]>[1]["fonts"][number];

/** The looks' typefaces have one file per script; each is its own family, tried in this order. */
const SCRIPTS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"] as const;

/** Packages for other scripts, which are divided into parts by code points, and those parts. */
const OTHER_PACKAGES = {
  "noto-sans-arabic": /^arabic$/,
  "noto-sans-hebrew": /^hebrew$/,
  "noto-sans-devanagari": /^devanagari$/,
  "noto-sans-thai": /^thai$/,
  "m-plus-1": /^\[\d+\]$/,
  "noto-sans-sc": /^\[\d+\]$/,
  "noto-sans-kr": /^\[\d+\]$/,
} as const;

type OtherPackage = keyof typeof OTHER_PACKAGES;

type Typeface = (typeof LOOKS)[Look]["headings" | "text"];

const lookPackage = ({ package: name }: Typeface) => `@fontsource/${name}`;
const otherPackage = (name: string) => `@fontsource-variable/${name}`;

/** The packages whose files are read. */
export const FONT_PACKAGES = [
  ...Object.values(LOOKS).flatMap(({ headings, text }) => [headings, text].map(lookPackage)),
  ...Object.keys(OTHER_PACKAGES).map(otherPackage),
];

/** The part of a package that has the characters of a unicode-range. */
interface Part {
  package: OtherPackage;
  file: string;
  covers: (codePoint: number) => boolean;
}

/** Reads the typefaces of a look, and the list of the fonts for other scripts. */
export async function readTypeface(look: Look) {
  const { headings, text } = LOOKS[look];
  const { ranges } = await openPackage(lookPackage(text));
  const covered = coverage(SCRIPTS.map((script) => ranges[script] ?? "").join());
  const names = Object.keys(OTHER_PACKAGES) as OtherPackage[];
  const parts = (await Promise.all(names.map(readParts))).flat();
  return {
    fonts: [...(await readScripts(headings, 600)), ...(await readScripts(text, 400))],
    families: { headings: familiesOf(headings), text: familiesOf(text) },
    covered,
    /** The fonts for the characters of a text that the look's typefaces lack. */
    fontsFor: (text: string) => readFonts(partsFor(text, parts, covered)),
  };
}

/** @param weight the weight that selects the files, whatever theirs is; Satori emboldens others. */
async function readScripts(typeface: Typeface, weight: 400 | 600): Promise<Font[]> {
  const { home } = await openPackage(lookPackage(typeface));
  return Promise.all(
    SCRIPTS.map(async (script) => ({
      name: fileOf(typeface, script),
      weight,
      data: await readFile(join(home, "files", `${fileOf(typeface, script)}.woff`)),
    })),
  );
}

function familiesOf(typeface: Typeface): string {
  return SCRIPTS.map((script) => fileOf(typeface, script)).join(", ");
}

/** The name of a font's file, and of its family on the card. */
function fileOf({ package: name, weight }: Typeface, script: string): string {
  return `${name}-${script}-${weight}-normal`;
}

function partsFor(text: string, parts: Part[], covered: Part["covers"]): Part[] {
  const missing = [...text].map((sign) => sign.codePointAt(0) ?? 0).filter((one) => !covered(one));
  const used = parts.filter(({ covers }) => missing.some(covers));
  // Without kana, Han characters have the shapes of Chinese.
  const isChinese = !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const isLast = (part: Part) => Number(isChinese && part.package === "m-plus-1");
  return used.sort((one, other) => isLast(one) - isLast(other));
}

function readFonts(parts: Part[]): Promise<Font[]> {
  return Promise.all(
    parts.map(async ({ file }) => ({ name: file, weight: 400, data: await readFile(file) })),
  );
}

async function readParts(name: OtherPackage): Promise<Part[]> {
  const { home, ranges } = await openPackage(otherPackage(name));
  const own = Object.entries(ranges).filter(([part]) => OTHER_PACKAGES[name].test(part));
  return own.map(([part, range]) => ({
    package: name,
    file: join(home, "files", `${name}-${part.replace(/\W/g, "")}-wght-normal.woff2`),
    covers: coverage(range),
  }));
}

/** The folder of an installed @fontsource package, and the CSS unicode-range of each of its parts. */
async function openPackage(name: string) {
  const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const json = JSON.parse(await readFile(join(home, "unicode.json"), "utf8"));
  return { home, ranges: z.record(z.string(), z.string()).parse(json) };
}

/** Converts a CSS unicode-range list ("U+0000-00FF,U+0131") to a test for one code point. */
function coverage(list: string): (codePoint: number) => boolean {
  const ranges = [...list.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].map(
    ([, from = "", to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const,
  );
  return (codePoint) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
}
