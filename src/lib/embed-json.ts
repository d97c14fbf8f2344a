/**
 * Serializes a value as JSON that is safe inside a `<script>` element: no `<`, so neither
 * `</script>` nor `<!--` can end or change the element.
 */
export function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/** Reads a JSON block of the page; null when it is absent. Throws when it is not JSON. */
export function readEmbeddedJson<T>(id: string, root: Document = document): T | null {
  const text = root.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}
