/** A picture to scale, and the port for the thumbnail, which gets null when decoding fails. */
export interface ScaleRequest {
  source: Blob | ImageBitmap;
  width: number;
  height: number;
  answer: MessagePort;
}

const QUALITY = 0.8;

addEventListener("message", ({ data }: MessageEvent<ScaleRequest>) => {
  scale(data).then(
    (thumbnail) => data.answer.postMessage(thumbnail),
    () => data.answer.postMessage(null),
  );
});

async function scale({ source, width, height }: ScaleRequest): Promise<Blob> {
  const picture =
    source instanceof Blob
      ? await createImageBitmap(source, {
          resizeWidth: width,
          resizeHeight: height,
          resizeQuality: "high",
        })
      : source;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot scale pictures.");
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const webp = await canvas.convertToBlob({ type: "image/webp", quality: QUALITY });
  if (webp.type === "image/webp") return webp;
  // Safari cannot encode WebP, and JPEG has no transparency.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}
