import { PAGE_BACKGROUND } from "../../shared/page.ts";
import { loadSharp } from "../pictures/load-sharp.ts";

/** Files for home screens: side length in pixels, and the margin as a fraction of it. */
export const HOME_ICONS = {
  // The size iOS requests.
  "apple-touch-icon.png": { size: 180, margin: 0.16 },
  "icon-192.png": { size: 192, margin: 0.16 },
  "icon-512.png": { size: 512, margin: 0.16 },
  // Android crops the icon to any shape that contains a centered circle, 80% wide.
  "icon-maskable.png": { size: 512, margin: 0.22 },
} as const;

export type HomeIcon = keyof typeof HOME_ICONS;

/** Side lengths in pixels of the pictures in `favicon.ico`. */
const ICO_SIZES = [16, 32, 48];

/** Background color of these icons, because iOS would use black. */
const GROUND = PAGE_BACKGROUND.dark;

/**
 * The site's icon as an opaque square PNG for home screens.
 * @param name the file's name.
 * @param svg the sanitized icon.
 * @param fallback icon to draw when `svg` cannot be rendered.
 */
export async function drawHomeIcon(
  name: HomeIcon,
  svg: string,
  fallback: string,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const { size, margin: share } = HOME_ICONS[name];
  const margin = Math.round(size * share);
  const icon = await drawEither(svg, fallback, size - 2 * margin);
  const extended = { top: margin, bottom: margin, left: margin, right: margin };
  return sharp(icon)
    .extend({ ...extended, background: GROUND })
    .flatten({ background: GROUND })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The site's icon as `favicon.ico`, for programs without SVG support. */
export async function drawFaviconIco(svg: string, fallback: string): Promise<Uint8Array> {
  const pictures = await Promise.all(ICO_SIZES.map((size) => drawEither(svg, fallback, size)));
  return packIco(pictures);
}

async function drawEither(svg: string, fallback: string, size: number): Promise<Buffer> {
  return draw(svg, size).catch(() => draw(fallback, size));
}

/** A transparent PNG; an SVG that is not square is centered. */
async function draw(svg: string, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const source = Buffer.from(svg);
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
  // Rendered near its display size, whatever size the icon declares.
  const density = Math.min(2400, Math.max(1, (72 * size) / Math.max(width, height)));
  return sharp(source, { density })
    .resize(size, size, { fit: "contain", background: "#0000" })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An ICO file of PNGs: a 6-byte header, 16 bytes per entry, then the pictures. */
function packIco(pictures: Buffer[]): Uint8Array {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(ICO_SIZES[index] ?? 0, at);
    head.writeUInt8(ICO_SIZES[index] ?? 0, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}
