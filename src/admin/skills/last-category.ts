import { stored } from "../../lib/stored.ts";

/** localStorage key of the category chosen for the last skill saved on this device. */
const KEY = "foyer-last-skill-category";

export function readLastCategory(): string | null {
  return stored(KEY);
}

export function rememberCategory(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without storage, a new skill starts in the first category.
  }
}
