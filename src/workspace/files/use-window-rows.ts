import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import { usePageTop } from "../../ui/use-page-top.ts";

/**
 * The rows to render while the window scrolls. All rows have the same height, so nothing is
 * measured.
 * @param height in rem.
 * @param kept a row that is rendered at any scroll position because it has the focus.
 */
export function useWindowRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  kept: number,
) {
  const top = usePageTop(list);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => Math.round(height * rem()),
    overscan: 4,
    scrollMargin: top,
    // The bar on narrow screens covers the top of the list.
    scrollPaddingStart: 64,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      if (kept < 0 || kept >= count || rows.includes(kept)) return rows;
      return [...rows, kept].sort((one, other) => one - other);
    },
  });
  return {
    rows: virtualizer.getVirtualItems().map(({ index, start, size }) => ({
      index,
      top: start - top,
      size,
    })),
    totalHeight: virtualizer.getTotalSize(),
    show: (row: number) => virtualizer.scrollToIndex(row, { align: "auto" }),
    /** Number of rows that fit the window. */
    page: Math.max(Math.floor(innerHeight / (height * rem())) - 1, 1),
  };
}

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize || "16");
