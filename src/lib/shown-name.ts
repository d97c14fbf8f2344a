/**
 * A name with its invisible and direction characters as code points: `photo[U+202E]gpj.exe` would
 * otherwise read as a picture. What spelling and emoji need stays.
 */
export function shownName(name: string): string {
  if (/^[ -~]*$/.test(name)) return name;
  return name.replace(PARTS, (part, needed?: string) => {
    if (needed || (MARKS.test(part) && RIGHT_TO_LEFT.test(name))) return part;
    return `[U+${part.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}

/** Systems put these marks into Hebrew and Arabic names, which they cannot turn around. */
const MARKS = /[\u200e\u200f\u061c]/;
const RIGHT_TO_LEFT = /[\u05d0-\u05f2\u0620-\u064a\u066e-\u06d3\u0710-\u08c7\ufb1d-\ufefc]/;

const EMOJI = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?`;
/** Joiners: between Arabic letters, after letters and signs of scripts from India to Cambodia. */
const JOINED = String.raw`(?<=\p{sc=Arab}\p{M}*)[\u200c\u200d](?=\p{sc=Arab})|(?<=[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff])[\u200c\u200d]`;
/** Variation characters of a region's flag, of keycaps, and of Chinese and Mongolian characters. */
const VARIANTS = String.raw`🏴[\u{e0030}-\u{e007a}]{2,6}\u{e007f}|[\d#*]\ufe0f\u20e3|\p{sc=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|\p{sc=Mong}[\u180b-\u180f]`;
const HIDDEN = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]`;
const PARTS = new RegExp(`(${VARIANTS}|${JOINED}|${EMOJI}(?:\\u200d${EMOJI})*)|${HIDDEN}`, "gu");

/** An entry as it is shown. Its own name is in `storedName` where it differs. */
export function withShownName<Entry extends { name: string }>(
  entry: Entry,
): Entry & { storedName?: string } {
  const name = shownName(entry.name);
  return name === entry.name ? entry : { ...entry, name, storedName: entry.name };
}

/** A name in a sentence of another direction. */
export function quotedName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `“\u2068${name}\u2069”` : `“${name}”`;
}
