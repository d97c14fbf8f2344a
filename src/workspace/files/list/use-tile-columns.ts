import { useColumns } from "../../../ui/hooks/use-columns.ts";

/** Widths in rem from which there is one more column. */
const STEPS = [40, 72, 88, 104];

/** Number of tiles per row: 2 to 6, by window width. */
export const useTileColumns = () => useColumns(2, STEPS);
