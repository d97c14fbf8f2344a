import { withTimeLimit } from "../../../../shared/time-limit.ts";
import { createTurns } from "./in-turn.ts";
import type { ScaleRequest } from "./thumbnail-worker.ts";

/**
 * Length of a thumbnail's longer side in pixels.
 * @limit drive: a thumbnail's longer side [pixels]
 */
const SIDE = 320;

/**
 * Maximum number of pixels that are decoded, because a few bytes can decode to gigabytes. This
 * limit takes up to 650 MB of memory in Chromium; it is halved on phones with little memory.
 * @limit drive: a picture that gets a thumbnail [pixels]
 */
const SOURCE_MAX_PIXELS = 100_000_000;

/** Pictures from this size on are decoded one at a time. */
const LARGE_PIXELS = 25_000_000;
const oneAtATime = createTurns(1);

/** Milliseconds after which a picture or video counts as unreadable. */
const PATIENCE_MS = 30_000;

/**
 * Draws a thumbnail of a picture, or of a video near its start; null when it cannot be decoded or
 * is too large. Decoding and encoding happen in a worker.
 * @param source for a video, its URL is enough: the browser then reads only a part of it.
 */
export async function drawThumbnail(
  kind: "image" | "video",
  source: Blob | string,
): Promise<Blob | null> {
  if (!("OffscreenCanvas" in globalThis)) return null;
  const address = typeof source === "string" ? source : URL.createObjectURL(source);
  const drawn = kind === "image" ? drawPicture(address, source as Blob) : drawPoster(address);
  try {
    return await withTimeLimit(drawn, PATIENCE_MS, stopWorker);
  } catch {
    return null;
  } finally {
    if (address !== source) URL.revokeObjectURL(address);
  }
}

async function drawPicture(address: string, source: Blob): Promise<Blob | null> {
  const picture = new Image();
  // Reads the dimensions from the header; only drawing would decode the picture.
  const read = new Promise((resolve, reject) => {
    picture.onload = resolve;
    picture.onerror = reject;
  });
  picture.src = address;
  await read;
  const { naturalWidth: width, naturalHeight: height } = picture;
  const pixels = width * height;
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  if (pixels === 0 || pixels > SOURCE_MAX_PIXELS / (deviceMemory < 4 ? 2 : 1)) return null;
  const draw = () => inWorker(source, scaledSize(width, height));
  return pixels > LARGE_PIXELS ? oneAtATime(draw) : draw();
}

/** Position in seconds of the frame that is drawn, in videos that are long enough. */
const POSTER_AT = 1;

async function drawPoster(address: string): Promise<Blob | null> {
  const video = document.createElement("video");
  const reached = (event: "loadeddata" | "seeked") =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, resolve, { once: true });
      video.addEventListener("error", reject, { once: true });
    });
  // Without CORS, frames of a video from another origin cannot be read.
  video.crossOrigin = "anonymous";
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    const loaded = reached("loadeddata");
    video.src = address;
    await loaded;
    if (video.duration > POSTER_AT) {
      const there = reached("seeked");
      video.currentTime = POSTER_AT;
      await there;
    }
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0 || width * height > SOURCE_MAX_PIXELS) return null;
    return await inWorker(await createImageBitmap(video), scaledSize(width, height));
  } finally {
    // Ends the download.
    video.removeAttribute("src");
    video.load();
  }
}

/** The size scaled to fit a square of `SIDE`; smaller pictures are not enlarged. */
function scaledSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(SIDE / Math.max(width, height), 1);
  const scaled = (length: number) => Math.max(Math.round(length * factor), 1);
  return { width: scaled(width), height: scaled(height) };
}

let worker: Worker | undefined;

function inWorker(
  source: Blob | ImageBitmap,
  size: { width: number; height: number },
): Promise<Blob | null> {
  worker ??= new Worker(new URL("./thumbnail-worker.ts", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const request: ScaleRequest = { source, ...size, answer: port2 };
  worker.postMessage(request, source instanceof Blob ? [port2] : [port2, source]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Blob | null>) => {
      port1.close();
      resolve(data);
    };
  });
}

/** The next request starts another worker. */
function stopWorker(): null {
  worker?.terminate();
  worker = undefined;
  return null;
}
