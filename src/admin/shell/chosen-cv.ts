let chosen: File | null = null;

/** The CV chosen on the setup page; the import reads it once the owner is signed in. */
export function keepChosenCv(file: File | null): void {
  chosen = file;
}

/** Returns the chosen CV, once. */
export function takeChosenCv(): File | null {
  const file = chosen;
  chosen = null;
  return file;
}

export function hasChosenCv(): boolean {
  return chosen !== null;
}
