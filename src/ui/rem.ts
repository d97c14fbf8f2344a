/** Pixels of one rem at the browser's font size. */
export function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize || "16");
}
