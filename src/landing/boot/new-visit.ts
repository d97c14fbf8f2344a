/**
 * Marks a visit that begins at the top of the page: section.css then has entries out of view styled
 * and laid out after the first paint. At an anchor, and where the browser restores a position, the
 * heights above must be right at once; likewise as soon as the visitor scrolls, so that nothing
 * moves under the pointer.
 */
export function startNewVisit(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (location.hash || visit?.type !== "navigate") return;
  const { dataset } = document.documentElement;
  dataset.fresh = "";
  addEventListener("scroll", () => delete dataset.fresh);
}
