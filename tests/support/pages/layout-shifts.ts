import type { Page } from "@playwright/test";

/** The sum of layout shifts without recent input, and the elements that moved. */
export interface Shifts {
  score: number;
  sources: string[];
}

/**
 * Records the layout shifts of every page opened from now on.
 * @returns a function that reads those of the current page.
 */
export async function shiftsOf(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const shifts: Shifts = { score: 0, sources: [] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.score += entry.value;
        for (const { node } of entry.sources) {
          shifts.sources.push(`${node?.nodeName}.${(node as Element | null)?.className}`);
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
}
