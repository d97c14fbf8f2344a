/** A file's text encoding: a name of the Encoding Standard, and its byte order mark. */
export interface TextEncoding {
  encoding: string;
  hasMark: boolean;
}

/** Encodings a user can choose. windows-1252 includes Latin-1, and GB18030 includes GBK. */
export const ENCODINGS =
  "UTF-8/UTF-16LE/UTF-16BE/windows-1252 Western/windows-1250 Central European/windows-1251 Cyrillic/KOI8-R Cyrillic/IBM866 Cyrillic/windows-1253 Greek/windows-1254 Turkish/windows-1255 Hebrew/windows-1256 Arabic/windows-1257 Baltic/windows-1258 Vietnamese/windows-874 Thai/Shift_JIS Japanese/EUC-JP Japanese/GB18030 Chinese/Big5 Chinese/EUC-KR Korean/macintosh Western".split(
    "/",
  );

/** Decodes a text file in any supported encoding; null if it is not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decodeBytes(bytes, detectEncoding(bytes).encoding);
  return isBinary(text) ? null : text;
}

/** Whether there are control characters other than tab, line breaks and escape. */
export const isBinary = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\0-\x08\x0e-\x19\x1c-\x1f]|\p{Cn}/u.test(text);

/**
 * Decodes without the byte order mark.
 * @param isCut whether the last character may be incomplete and is dropped.
 */
export function decodeBytes(bytes: Uint8Array, encoding: string, isCut = false): string {
  const decoder = new TextDecoder(encoding);
  // Two calls, because Node.js 20 decodes complete windows-1252 input as Latin-1.
  return decoder.decode(bytes, { stream: true }) + (isCut ? "" : decoder.decode());
}

/** Detects the encoding by byte order mark, zero bytes, or non-ASCII bytes. */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  const begin = bytes.subarray(0, SAMPLE);
  const mark = begin.subarray(0, 3).join();
  if (mark === "239,187,191") return { encoding: "utf-8", hasMark: true };
  if (mark.startsWith("255,254")) return { encoding: "utf-16le", hasMark: true };
  if (mark.startsWith("254,255")) return { encoding: "utf-16be", hasMark: true };
  const [even = 0, odd = 0] = [0, 1].map(
    (side) => begin.filter((byte, at) => byte === 0 && at % 2 === side).length,
  );
  // Spaces, digits and line breaks contain a zero byte in every language.
  const wide = even < odd ? "utf-16le" : "utf-16be";
  const isWide =
    even !== odd && begin.length % 2 === 0 && !isBinary(decodeWhole(begin, wide) ?? "\0");
  return { encoding: isWide ? wide : narrowEncoding(bytes, begin), hasMark: false };
}

/** Null if the bytes are not valid in this encoding. The last character may be incomplete. */
function decodeWhole(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function narrowEncoding(bytes: Uint8Array, begin: Uint8Array): string {
  const unicode = decodeWhole(bytes, "utf-8");
  // A seemingly incomplete character may be a Western letter at the end of the file.
  const isEnded = unicode === decodeBytes(bytes, "utf-8");
  if (unicode !== null && (isEnded || countHigh(unicode) > 0)) return "utf-8";
  const text = Array.from(begin, (byte) => String.fromCharCode(byte)).join("");
  const all = countHigh(text);
  let best = { encoding: "windows-1252", part: 0.6 };
  for (const [encoding, letters] of LETTERS) {
    const part = 1 - countHigh(text.replace(letters, "")) / all;
    const isTooShort = all < LEAST_LETTERS && letters.source.startsWith(ALONE);
    if (part <= best.part + 0.05 || isTooShort) continue;
    // UTF-8 wins even if some bytes are damaged.
    const isPossible = encoding === "utf-8" ? part > 0.9 : decodeWhole(begin, encoding) !== null;
    if (isPossible) best = { encoding, part };
  }
  return best.encoding;
}

/** Number of bytes that are examined. */
const SAMPLE = 64 * 1024;

/** Minimum letters; with fewer, "äöü ÄÖÜ" would be taken for Cyrillic or Greek. */
const LEAST_LETTERS = 12;

const countHigh = (text: string) => text.replace(/[\0-\x7f]+/g, "").length;

const LETTER = "A-Za-z\\x80-\\xff";
const ALONE = `(?<![${LETTER}])`;
/** Words of another script; accented Western letters occur between ASCII letters. */
const words = (small: string, big = small) =>
  new RegExp(`${ALONE}(?:[${big}]?[${small}]{2,}|[${big}]{2,})(?![${LETTER}])`, "g");

/**
 * Matches runs of the bytes typical for an encoding: for Chinese, Japanese and Korean, pairs of
 * bytes of common characters. Of encodings that match about equally, the first wins.
 */
const LETTERS: readonly (readonly [encoding: string, letters: RegExp])[] = [
  ["utf-8", /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g],
  // Excludes words such as "Élève" in a code page of DOS, whose every other letter is ASCII.
  [
    "shift_jis",
    /(?<![A-Za-z])(?!(?:[\x81-\x97][A-Za-z])+(?![\x81-\x97]))(?:[\x81\x88-\x97][\x40-\xfc]|\x82[\x4f-\xf1]|\x83[\x40-\x96]){2,}/g,
  ],
  ["euc-kr", /(?:[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]){2,}/g],
  ["gb18030", /(?:[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]){2,}/g],
  ["euc-jp", /(?:[\xa1-\xa5\xb0-\xcf][\xa1-\xfe]){2,}/g],
  ["big5", /(?:[\xa1-\xc6][\x40-\x7e\xa1-\xfe]){2,}/g],
  ["windows-1255", words("\\xe0-\\xfa")],
  ["windows-1256", words("\\xc1-\\xd6\\xd8-\\xdb\\xdd-\\xdf\\xe1\\xe3-\\xe6\\xec\\xed")],
  ["windows-1251", words("\\xe0-\\xff\\xb8", "\\xc0-\\xdf\\xa8")],
  ["koi8-r", words("\\xc0-\\xdf\\xa3", "\\xe0-\\xff\\xb3")],
  ["ibm866", words("\\xa0-\\xaf\\xe0-\\xef\\xf1", "\\x80-\\x9f\\xf0")],
  ["windows-1253", words("\\xc0\\xdc-\\xfe", "\\xa2\\xb8-\\xba\\xbc\\xbe-\\xd9")],
  ["windows-874", words("\\xa1-\\xda\\xdf-\\xfb")],
];
