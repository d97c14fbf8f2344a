/** A part of a picture, in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Draws a part of a displayed picture, scaled to a size.
 * @param picture a decoded picture; its displayed orientation counts. For an animation, the first
 * frame is drawn.
 * @param ground color behind transparent parts; by default they stay transparent.
 */
export function drawArea(
  picture: HTMLImageElement,
  area: Area,
  size: { width: number; height: number },
  ground?: string,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot crop pictures.");
  if (ground !== undefined) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size.width, size.height);
  }
  context.imageSmoothingQuality = "high";
  const { x, y, width, height } = area;
  context.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
  return canvas;
}

/**
 * The canvas as a file.
 * @param quality 0 to 1; ignored for PNG.
 */
export async function encode(
  canvas: HTMLCanvasElement,
  type: string,
  quality?: number,
): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error("This picture could not be cropped.");
  return blob;
}
