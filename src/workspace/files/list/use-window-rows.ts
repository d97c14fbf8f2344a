import { type RefObject, useMemo } from "react";
import { useVirtualList } from "../../../ui/hooks/use-virtual-list.ts";
import { remInPixels } from "../../../ui/rem.ts";

/** The bar on narrow screens covers the top of the list, in pixels. */
const BAR_HEIGHT = 64;

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
  const view = useVirtualList({
    count,
    list,
    estimateSize: () => Math.round(height * remInPixels()),
    kept: useMemo(() => [kept], [kept]),
    scrollPaddingStart: BAR_HEIGHT,
  });
  return {
    rows: view.items,
    totalHeight: view.height,
    show: view.show,
    /** Number of rows that fit the window. */
    page: Math.max(Math.floor(innerHeight / (height * remInPixels())) - 1, 1),
  };
}
