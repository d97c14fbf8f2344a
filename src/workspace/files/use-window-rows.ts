import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import { usePageTop } from "../../ui/use-page-top.ts";

/**
 * Which of a list's rows have to exist, while the window scrolls. All rows are equally high, so
 * nothing has to be measured.
 * @param height in rem.
 * @param kept a row that exists wherever the window is, because it has the focus.
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
    // The narrow screen's bar lies over the list.
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
    /** How many rows fill the window. */
    page: Math.max(Math.floor(innerHeight / (height * rem())) - 1, 1),
  };
}

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize || "16");
