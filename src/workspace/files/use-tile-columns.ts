import { useColumns } from "../../ui/use-columns.ts";

/** From these widths on, in rem, there is one more. */
const STEPS = [40, 72, 88, 104];

/** How many tiles stand beside each other: 2 to 6, by the screen's width. */
export const useTileColumns = () => useColumns(2, STEPS);
