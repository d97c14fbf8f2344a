/**
 * Replaces invisible and direction characters in a name by their code points, because
 * `photo[U+202E]gpj.exe` would otherwise look like a picture. Characters required by spelling and
 * emoji stay.
 */
export function shownName(name: string): string {
  if (/^[ -~]*$/.test(name)) return name;
  return name.replace(PARTS, (part, needed?: string) => {
    if (needed || (MARKS.test(part) && RIGHT_TO_LEFT.test(name))) return part;
    return `[U+${part.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}

/** Marks that systems add to Hebrew and Arabic names; they cannot reverse text. */
const MARKS = /[\u200e\u200f\u061c]/;
const RIGHT_TO_LEFT = /[\u05d0-\u05f2\u0620-\u064a\u066e-\u06d3\u0710-\u08c7\ufb1d-\ufefc]/;

const EMOJI = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?`;
/** Joiners between Arabic letters, and after letters and signs of Indic and related scripts. */
const JOINED = String.raw`(?<=\p{sc=Arab}\p{M}*)[\u200c\u200d](?=\p{sc=Arab})|(?<=[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff])[\u200c\u200d]`;
/** Variation selectors in flags, keycaps, and Chinese and Mongolian characters. */
const VARIANTS = String.raw`🏴[\u{e0030}-\u{e007a}]{2,6}\u{e007f}|[\d#*]\ufe0f\u20e3|\p{sc=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|\p{sc=Mong}[\u180b-\u180f]`;
const HIDDEN = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]`;
const PARTS = new RegExp(`(${VARIANTS}|${JOINED}|${EMOJI}(?:\\u200d${EMOJI})*)|${HIDDEN}`, "gu");

/** An entry with its displayed name. The original name is in `storedName` if it differs. */
export function withShownName<Entry extends { name: string }>(
  entry: Entry,
): Entry & { storedName?: string } {
  const name = shownName(entry.name);
  return name === entry.name ? entry : { ...entry, name, storedName: entry.name };
}

/** A name isolated from the text direction of the surrounding sentence. */
export function quotedName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `“\u2068${name}\u2069”` : `“${name}”`;
}
