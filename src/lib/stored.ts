/** A value in localStorage; null when there is none or the browser forbids storage. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
