/**
 * Draws the sample content's pictures and writes them to public/sample as AVIF and WebP.
 * Run with `npx tsx scripts/sample-pictures/render.ts [name…]`. Needs a Chromium (CHROMIUM_PATH,
 * default /usr/bin/chromium), so that text in the bundled fonts renders the same on every machine.
 */
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { drawHalfhour } from "./halfhour.ts";
import { drawPatchbay } from "./patchbay.ts";
import { drawPortrait } from "./portrait.ts";
import { drawQuadrat } from "./quadrat.ts";
import { drawSeqscan } from "./seqscan.ts";
import { drawSlipway } from "./slipway.ts";
import { drawToolshelf } from "./toolshelf.ts";

interface SamplePicture {
  name: string;
  svg: () => string;
  size: { width: number; height: number };
  widths: number[];
}

const wide = { size: { width: 800, height: 500 }, widths: [800, 400] };
const square = { size: { width: 640, height: 640 }, widths: [640, 320] };
const pictures: SamplePicture[] = [
  { name: "slipway", svg: drawSlipway, ...wide },
  { name: "seqscan", svg: drawSeqscan, ...wide },
  { name: "quadrat", svg: drawQuadrat, ...wide },
  { name: "patchbay", svg: drawPatchbay, ...wide },
  { name: "halfhour", svg: drawHalfhour, ...wide },
  { name: "toolshelf", svg: drawToolshelf, ...wide },
  { name: "profile", svg: drawPortrait, ...square },
];

const target = fileURLToPath(new URL("../../public/sample/", import.meta.url));
const wanted = process.argv.slice(2);

await mkdir(target, { recursive: true });
const fontStyles = await fontFaces();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  // Rendered at twice the size, so that the smaller files are downscaled from real detail.
  const page = await browser.newPage({ deviceScaleFactor: 2 });
  for (const entry of pictures) {
    if (wanted.length > 0 && !wanted.includes(entry.name)) continue;
    await page.setViewportSize(entry.size);
    await page.setContent(
      `<style>${fontStyles}body{margin:0}svg{display:block}</style>${entry.svg()}`,
    );
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await writeVariants(entry, await page.screenshot({ type: "png" }));
  }
} finally {
  await browser.close();
}

async function writeVariants({ name, widths }: SamplePicture, screenshot: Buffer): Promise<void> {
  for (const width of widths) {
    const scaled = sharp(screenshot).resize({ width, kernel: "lanczos3" });
    const file = join(target, `${name}-${width}`);
    const avif = await scaled.clone().avif({ quality: 62, effort: 9 }).toFile(`${file}.avif`);
    const webp = await scaled.clone().webp({ quality: 84, effort: 6 }).toFile(`${file}.webp`);
    process.stdout.write(`${name}-${width}: avif ${avif.size} B, webp ${webp.size} B\n`);
  }
}

/** @font-face rules with the fonts inlined, so that the page needs no server and no system font. */
async function fontFaces(): Promise<string> {
  const require = createRequire(import.meta.url);
  const families = [
    { family: "Sample Sans", slug: "ibm-plex-sans" },
    { family: "Sample Mono", slug: "ibm-plex-mono" },
  ];
  const rules = families.flatMap(({ family, slug }) =>
    [400, 500, 600].map(async (weight) => {
      const root = dirname(require.resolve(`@fontsource/${slug}/package.json`));
      const bytes = await readFile(join(root, "files", `${slug}-latin-${weight}-normal.woff2`));
      return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${bytes.toString("base64")})}`;
    }),
  );
  return (await Promise.all(rules)).join("");
}
