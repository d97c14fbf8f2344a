import type { AreaGraph } from "./area-graph.ts";

/** An area's box, or the point where an arrow crosses a row. */
export interface Place {
  /** The area; null for a crossing arrow. */
  area: string | null;
  row: number;
  /** Center, in units of the picture. */
  x: number;
}

export interface Layout {
  rows: Place[][];
  /** The points of each arrow, from start to end. */
  arrows: Place[][];
}

export const BOX_WIDTH = 218;
const PASSING_WIDTH = 26;
const GAP = 26;

/** Places areas in rows with few crossings, each near the middle of its neighbors. */
export function layOut(areas: readonly string[][], arrows: AreaGraph, width: number): Layout {
  const rows: Place[][] = areas.map((row, index) =>
    row.map((area) => ({ area, row: index, x: 0 })),
  );
  const paths = [...arrows].flatMap(([from, tos]) => [...tos].map((to) => path(rows, from, to)));
  const neighbors = new Map<Place, Place[]>();
  for (const places of paths) {
    for (const [index, place] of places.entries()) {
      const next = [places[index - 1], places[index + 1]].filter((one) => one !== undefined);
      neighbors.set(place, [...(neighbors.get(place) ?? []), ...next]);
    }
  }
  let best = { crossings: Number.POSITIVE_INFINITY, order: rows.map((row) => [...row]) };
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      const side = round % 2 === 0 ? -1 : 1;
      const middle = (place: Place) => {
        const xs = (neighbors.get(place) ?? []).filter((one) => one.row === place.row + side);
        return xs.length === 0 ? place.x : xs.reduce((sum, one) => sum + one.x, 0) / xs.length;
      };
      const wanted = new Map(row.map((place) => [place, middle(place)]));
      row.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
      center(row, width);
    }
    const crossings = countCrossings(paths);
    if (crossings < best.crossings) best = { crossings, order: rows.map((row) => [...row]) };
  }
  for (const row of best.order) center(row, width);
  return { rows: best.order, arrows: paths };
}

const ROUNDS = 24;

function path(rows: Place[][], from: string, to: string): Place[] {
  const find = (area: string) => rows.flat().find((place) => place.area === area);
  const [start, end] = [find(from), find(to)];
  if (!start || !end) throw new Error(`No area ${from} or ${to}.`);
  const passing = rows.slice(start.row + 1, end.row).map((row, index) => {
    const place: Place = { area: null, row: start.row + 1 + index, x: 0 };
    row.push(place);
    return place;
  });
  return [start, ...passing, end];
}

function center(row: Place[], width: number): void {
  const widths = row.map(({ area }) => (area ? BOX_WIDTH : PASSING_WIDTH));
  const total = widths.reduce((sum, one) => sum + one, 0) + GAP * (row.length - 1);
  let left = (width - total) / 2;
  for (const [index, place] of row.entries()) {
    const own = widths[index] ?? 0;
    place.x = left + own / 2;
    left += own + GAP;
  }
}

function countCrossings(paths: Place[][]): number {
  const pieces = paths.flatMap((places) =>
    places.slice(1).map((to, index) => [places[index] as Place, to] as const),
  );
  let count = 0;
  for (const [index, [a, b]] of pieces.entries()) {
    for (const [c, d] of pieces.slice(index + 1)) {
      if (a.row === c.row && (a.x - c.x) * (b.x - d.x) < 0) count++;
    }
  }
  return count;
}
