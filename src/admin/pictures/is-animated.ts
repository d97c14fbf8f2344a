/** Whether a GIF, WebP or PNG file has more than one frame. False for every other format. */
export function isAnimated(bytes: Uint8Array): boolean {
  const starts = (text: string, at = 0) =>
    [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));
  if (starts("GIF8")) return countGifFrames(bytes) > 1;
  // In the flags of the extended format, bit 1 marks an animation.
  if (starts("RIFF") && starts("WEBPVP8X", 8)) return ((bytes[20] ?? 0) & 2) !== 0;
  if (starts("PNG", 1)) return hasAnimationChunk(bytes, starts);
  return false;
}

/** Counts up to two frames by walking the blocks of the format. */
function countGifFrames(bytes: Uint8Array): number {
  const byte = (at: number) => bytes[at] ?? 0;
  const colors = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colors(byte(10));
  let frames = 0;
  while (at < bytes.length && frames < 2) {
    if (byte(at) === 0x2c) {
      frames += 1;
      at += 11 + colors(byte(at + 9));
    } else if (byte(at) === 0x21) at += 2;
    else break;
    // Sub-blocks start with their length; an empty one ends the sequence.
    while (byte(at) > 0) at += byte(at) + 1;
    at += 1;
  }
  return frames;
}

/** An APNG has an `acTL` chunk before the first `IDAT`. */
function hasAnimationChunk(
  bytes: Uint8Array,
  starts: (text: string, at: number) => boolean,
): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 8;
  while (at + 12 <= bytes.length && !starts("IDAT", at + 4)) {
    if (starts("acTL", at + 4)) return true;
    at += 12 + view.getUint32(at);
  }
  return false;
}
