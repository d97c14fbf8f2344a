/** Areas by name, each with the areas that its files import. */
export type AreaGraph = Map<string, Set<string>>;

/** Groups the product's files by area; tests and scripts are excluded. */
export function toAreaGraph(modules: ReadonlyMap<string, readonly string[]>): AreaGraph {
  const graph: AreaGraph = new Map();
  const importsOf = (area: string) => {
    const known = graph.get(area) ?? new Set();
    graph.set(area, known);
    return known;
  };
  for (const [file, imports] of modules) {
    const area = areaOf(file);
    if (!area) continue;
    const found = importsOf(area);
    for (const other of imports.map(areaOf)) if (other && other !== area) found.add(other);
  }
  return new Map([...graph].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function areaOf(file: string): string | null {
  if (/\.(test|spec|fixture)\.tsx?$/.test(file)) return null;
  return /^(src\/[^/]+(?=\/)|server|shared|supabase\/functions)/.exec(file)?.[0] ?? null;
}

/** The imports of each area, without those that follow from the areas it imports. */
export function withoutImplied(graph: AreaGraph): AreaGraph {
  return new Map(
    [...graph].map(([area, imports]) => {
      const implied = new Set([...imports].flatMap((next) => [...reachable(graph, next)]));
      return [area, new Set([...imports].filter((next) => !implied.has(next)))];
    }),
  );
}

function reachable(graph: AreaGraph, area: string): Set<string> {
  const found = new Set<string>();
  const visit = (from: string) => {
    for (const next of graph.get(from) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(area);
  return found;
}

/**
 * Arranges areas in rows, so that each area is above those it imports.
 * @throws when areas import each other.
 */
export function toRows(graph: AreaGraph): string[][] {
  const rows: string[][] = [];
  const left = new Set(graph.keys());
  while (left.size > 0) {
    const row = [...left].filter(
      (area) => ![...(graph.get(area) ?? [])].some((to) => left.has(to)),
    );
    if (row.length === 0) throw new Error(`Areas import each other: ${[...left].join(", ")}`);
    for (const area of row) left.delete(area);
    rows.unshift(row);
  }
  return rows;
}
