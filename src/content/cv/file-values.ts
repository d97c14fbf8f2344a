/** Helpers to read a file's values: a value of an unexpected type counts as missing. */

/** Text without surrounding whitespace; numbers become text; otherwise empty. */
export function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.replaceAll("\0", "").trim().toWellFormed() : "";
}

/** Text, or null when there is none. */
export function textOrNull(value: unknown): string | null {
  return textOf(value) || null;
}

/** The non-empty texts in a list; empty for any other value. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean) : [];
}

/**
 * Removes and returns a file's first text under one of the keys. Values that remain at the end were
 * not read.
 * @param keys in order, also spelled "start_date" or "Start Date". For a list, its first text
 * counts; for an object, its name.
 */
export function takeText(item: object, ...keys: readonly string[]): string {
  return takeFirst(item as Item, keys, NAMES);
}

/** Removes and returns a web address, like `takeText`. */
export function takeAddress(item: object, ...keys: readonly string[]): string {
  return takeFirst(item as Item, keys, ["url", "href", "link", "value"]);
}

/** Takes a yes or no out of the file; undefined where there is neither. */
export function takeFlag(item: object, key: string): boolean | undefined {
  const [name = key] = namesIn(item, [key]);
  const value = (item as Item)[name];
  if (typeof value !== "boolean") return undefined;
  delete (item as Item)[name];
  return value;
}

/** Takes the texts of the first list that has some; a text counts as a list of one. */
export function takeTexts(item: object, ...keys: readonly string[]): string[] {
  for (const key of namesIn(item, keys)) {
    const value = (item as Item)[key];
    const texts = Array.isArray(value)
      ? Object.keys(value).map((index) => takeText(value, index))
      : [takeText(item, key)];
    if (texts.some(Boolean)) return texts.filter(Boolean);
  }
  return [];
}

type Item = Record<string, unknown>;

const NAMES = ["name", "title", "text", "value", "label"];

function takeFirst(item: Item, keys: readonly string[], inner: readonly string[]): string {
  for (const key of namesIn(item, keys)) {
    const value = item[key];
    const isObject = typeof value === "object" && value !== null;
    const text = isObject
      ? takeFirst(value as Item, Array.isArray(value) ? Object.keys(value) : inner, inner)
      : textOf(value);
    if (text && !isObject) delete item[key];
    if (text) return text;
  }
  return "";
}

function namesIn(item: object, keys: readonly string[]): string[] {
  const spelling = (key: string) => key.toLowerCase().replace(/[\s_-]/g, "");
  const names = Object.keys(item);
  return keys.flatMap((key) => names.filter((name) => spelling(name) === spelling(key)));
}

/** Removes and returns the readable items of a list; the others stay in the file. */
export function takeItems<Read>(
  file: Item,
  key: string,
  take: (item: Item) => Read | null,
  isWords = false,
): Read[] {
  const value = file[key];
  // Short words may be a single text, and an item may stand alone.
  if (isWords && typeof value === "string") file[key] = value.split(/\s*[,;\n]\s*/);
  else if (isRecord(value)) file[key] = [value];
  else if (!Array.isArray(value)) return [];
  const list = file[key] as unknown[];
  return list.flatMap((item, index) => {
    const rest = typeof item === "string" ? { title: item } : structuredClone(recordOf(item));
    const read = take(rest);
    if (read === null) return [];
    list[index] = rest;
    return [read];
  });
}

/** Returns the remaining values of a file, each with its path in words: "Work 1, team size: 7". */
export function leftIn(value: unknown, path: readonly string[] = []): string[] {
  if (Array.isArray(value)) {
    const texts = value.map(shown).filter(Boolean);
    const others = Object.entries(value).filter(([, one]) => shown(one) === "");
    return [
      ...leftIn(texts.join(", "), path),
      ...others.flatMap(([index, one]) => {
        return leftIn(one, [...path.slice(0, -1), `${path.at(-1) ?? ""} ${Number(index) + 1}`]);
      }),
    ];
  }
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, one]) => leftIn(one, [...path, inWords(key)]));
  }
  const [first = "", ...others] = path;
  const name = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(", ");
  return shown(value) ? [`${name}: ${shown(value)}`] : [];
}

function shown(value: unknown): string {
  return typeof value === "boolean" ? String(value) : textOf(value);
}

function inWords(key: string): string {
  const words = key.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ");
  return /\p{Lu}{2}|\./u.test(words) ? words : words.toLowerCase();
}

/** The texts of a list, or null if there are none. */
export function textsOrNull(value: unknown): string[] | null {
  const texts = textsOf(value);
  return texts.length > 0 ? texts : null;
}

/** The objects of a list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The value if it is an object; otherwise an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
