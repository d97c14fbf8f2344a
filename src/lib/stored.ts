/** A stored value; null if there is none or the browser forbids storage. */
export function stored(
  key: string,
  storage: "localStorage" | "sessionStorage" = "localStorage",
): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}
