/**
 * Writes src/landing/fonts: the Latin typefaces of the looks from their @fontsource packages, without
 * hinting, alternate glyphs and optional features, which make up half of their bytes. Two weights
 * that every page needs are one variable file, which is smaller. Run it after changing the list or a
 * package: `node scripts/fonts.mjs`. The licenses reserve some of the names for unchanged files, so
 * these contain none; LICENSE.md beside them says where they are from.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fontverter from "fontverter";
import subsetFont from "subset-font";

const FILES = [
  "ibm-plex-sans-latin-wght-normal",
  "ibm-plex-mono-latin-400-normal",
  "source-serif-4-latin-400-normal",
  "source-serif-4-latin-400-italic",
  "source-sans-3-latin-400-normal",
  "source-sans-3-latin-600-normal",
  "inter-tight-latin-wght-normal",
];
/** The weights drawn as 400 and 600 by each variable file. */
const WEIGHTS = {
  "ibm-plex-sans-latin-wght-normal": { min: 400, max: 600 },
  "inter-tight-latin-wght-normal": { min: 400, max: 700 },
};
/** All characters that a file may have. */
const CHARACTERS = Array.from({ length: 0xd800 - 0x20 }, (_, index) =>
  String.fromCharCode(0x20 + index),
).join("");
const FEATURES = ["kern", "liga", "mark", "mkmk", "ccmp", "locl"];

const folder = new URL("../src/landing/fonts/", import.meta.url);
mkdirSync(folder, { recursive: true });
const sources = new Map();
let license = "";
for (const file of FILES) {
  const name = file.replace(/-latin-.*/, "");
  const wght = WEIGHTS[file];
  const source = `fontsource${wght ? "-variable" : ""}/${name}`;
  const from = new URL(`../node_modules/@${source}/`, import.meta.url);
  const original = readFileSync(new URL(`files/${file}.woff2`, from));
  const small = await subsetFont(original, CHARACTERS, {
    targetFormat: "sfnt",
    noLayoutClosure: true,
    noHinting: true,
    keepFeatures: FEATURES,
    // It refers to names, which are removed; Firefox reports that.
    dropTables: ["STAT"],
    ...(wght && { variationAxes: { wght } }),
  });
  removeNames(small);
  if (wght) callHeaviest(small, 600);
  const packed = await fontverter.convert(small, "woff2");
  writeFileSync(new URL(`${file}.woff2`, folder), packed);
  const [copyright = "", ...rest] = readFileSync(new URL("LICENSE", from), "utf8").split("\n");
  sources.set(name, `- \`${name}-*\`: from @${source}. ${copyright.split(/ \S+\.ttf:/)[0]}`);
  license = rest.join("\n").trim();
  console.log(`${file}: ${original.length} → ${packed.length} bytes`);
}
writeFileSync(
  new URL("LICENSE.md", folder),
  `# Typefaces\n\nChanged files: without hinting, alternate glyphs, optional features and names.\n\n${[...sources.values()].join("\n")}\n\n${license}\n`,
);

/** Empties the table `name` of an OpenType file; readers require the table itself. */
function removeNames(font) {
  const { start, end } = tableOf(font, "name");
  font.fill(0, start, end);
  // Where the text of names would begin.
  font.writeUInt16BE(6, start + 4);
}

/** Changes the largest value of the only axis, which keeps what is drawn at it. */
function callHeaviest(font, weight) {
  const { start } = tableOf(font, "fvar");
  const axis = start + font.readUInt16BE(start + 4);
  // Tag, smallest and default value come first; values are 16.16 fixed-point numbers.
  font.writeInt32BE(weight * 0x10000, axis + 12);
}

function tableOf(font, tag) {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    if (font.toString("latin1", at, at + 4) !== tag) continue;
    const start = font.readUInt32BE(at + 8);
    return { start, end: start + font.readUInt32BE(at + 12) };
  }
  throw new Error(`The font has no table ${tag}.`);
}
