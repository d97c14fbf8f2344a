/** Reading of values of any type from a file: what is not of the expected type counts as missing. */

/** Text without surrounding space; a number as text; otherwise empty. */
export function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.replaceAll("\0", "").trim().toWellFormed() : "";
}

/** Text, or null when there is none. */
export function textOrNull(value: unknown): string | null {
  return textOf(value) || null;
}

/** The texts of a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean) : [];
}

/** The texts of a list, or null when there are none. */
export function textsOrNull(value: unknown): string[] | null {
  const texts = textsOf(value);
  return texts.length > 0 ? texts : null;
}

/** The objects of a list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** An object; without keys when the value is something else. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
