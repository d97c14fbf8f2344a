import { PICTURE_PATH } from "../../../../shared/api-paths.ts";
import {
  type FallbackFormat,
  fileWidths,
  namedFile,
  PICTURE_MAX_HEIGHT,
  PICTURE_MAX_WIDTH,
  pictureStem,
} from "../../../content/picture-files.ts";
import { unwrap } from "../../../lib/errors.ts";
import { newId } from "../../../lib/new-id.ts";
import { readClientConfig } from "../../../lib/site-config.ts";
import { accessTokenOf, getClient } from "../../../lib/supabase.ts";
import { type Area, drawArea, encode } from "../../pictures/draw-area.ts";
import {
  getPictureAddress,
  removePublicFiles,
  type UploadOptions,
  uploadPublicFile,
} from "../../pictures/public-files.ts";

/** Seconds browsers may keep a file: a year, because a name is never used for another picture. */
const CACHE_SECONDS = 31_536_000;

/** Quality of the files that visitors load. */
const QUALITY = 0.85;

/**
 * Quality of pictures that the server encodes again; high, so that their losses hardly add up.
 */
const SOURCE_QUALITY = 0.95;

/**
 * Stores a part of a picture in every width and format that the page uses.
 * @returns the URL for the project's `image_url`.
 * @throws {BackendError} with the backend's message; stored files are then deleted, if the backend
 * can be reached.
 */
export async function uploadProjectPicture(
  picture: HTMLImageElement,
  area: Area,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  const format = await findFormat();
  // JPEG has no transparency, and transparent pixels would become black.
  const ground = format === "jpg" ? "#fff" : undefined;
  const size = storedSize(area);
  const canvases = fileWidths(size.width).map((width) => {
    const height = Math.max(1, Math.round((size.height / size.width) * width));
    return drawArea(picture, area, { width, height }, ground);
  });
  const steps = stepsOf(canvases.length * (readClientConfig().embedded ? 3 : 1), onProgress);
  const avif = readClientConfig().embedded
    ? await convert(canvases, format, signal, steps.complete)
    : [];
  if (avif.length === 0) steps.remain(canvases.length);
  const { width, height } = size;
  const stem = pictureStem(newPictureId(), width, height, avif.length > 0);
  const sent: string[] = [];
  const send = async (path: string, content: Blob) => {
    sent.push(path);
    const options = { onProgress: steps.share, signal, cacheSeconds: CACHE_SECONDS };
    await uploadPublicFile(path, content, options);
    steps.complete();
  };
  try {
    for (const [index, canvas] of canvases.entries()) {
      const content = await encode(canvas, TYPES[format], QUALITY);
      await send(`${stem}-${canvas.width}.${format}`, content);
      const converted = avif[index];
      if (converted) await send(`${stem}-${canvas.width}.avif`, converted);
    }
    return await getPictureAddress(
      namedFile({ stem, width, height, avif: avif.length > 0, format }),
    );
  } catch (error) {
    await removePublicFiles(sent);
    throw error;
  }
}

/** Deletes the uploaded pictures that nothing has used for a week. Ignores failures. */
export async function removeUnusedPictures(): Promise<void> {
  try {
    const names = unwrap(await getClient("admin").rpc("list_unused_pictures"));
    await removePublicFiles(names);
  } catch {
    // Unused pictures that could not be removed are found again next time.
  }
}

const TYPES: Record<FallbackFormat, string> = { webp: "image/webp", jpg: "image/jpeg" };

/** WebP if the browser can encode it, which Safari cannot. */
async function findFormat(): Promise<FallbackFormat> {
  const { type } = await encode(document.createElement("canvas"), TYPES.webp);
  return type === TYPES.webp ? "webp" : "jpg";
}

/**
 * AVIF files of these pictures, converted by the host.
 * @returns an empty list unless all can be converted; the other format suffices for a page.
 */
async function convert(
  canvases: HTMLCanvasElement[],
  format: FallbackFormat,
  signal: AbortSignal,
  onDone: () => void,
): Promise<Blob[]> {
  const converted: Blob[] = [];
  const { supabaseUrl, publishableKey } = readClientConfig();
  for (const canvas of canvases) {
    const source = await encode(canvas, TYPES[format], SOURCE_QUALITY);
    const headers = {
      apikey: publishableKey,
      authorization: `Bearer ${await accessTokenOf("admin")}`,
      "content-type": TYPES[format],
    };
    const options = { method: "POST", headers, body: source, signal };
    const response = await fetch(`${supabaseUrl}${PICTURE_PATH}/avif`, options).catch(() => null);
    signal.throwIfAborted();
    if (!response?.ok) return [];
    converted.push(await response.blob());
    onDone();
  }
  return converted;
}

/** Progress over a number of steps of the same weight. */
export function stepsOf(count: number, onProgress: (share: number) => void) {
  let done = 0;
  let all = count;
  const share = (part: number) => onProgress(Math.min(1, (done + part) / all));
  const complete = () => {
    done += 1;
    share(0);
  };
  /** Changes how many steps follow. */
  const remain = (steps: number) => {
    all = done + steps;
  };
  return { share, complete, remain };
}

/** The id must not be guessable, because anyone with the URL of a draft's picture can open it. */
const newPictureId = () => newId().replaceAll("-", "");

/**
 * The size in which an area is stored: its own, or the largest allowed size with its aspect ratio.
 */
export function storedSize({ width, height }: Pick<Area, "width" | "height">) {
  const scale = Math.min(1, PICTURE_MAX_WIDTH / width, PICTURE_MAX_HEIGHT / height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: scaled(width), height: scaled(height) };
}
