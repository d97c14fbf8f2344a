export function readImports(file: string, source: string): string[];

export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][];

export function crowdedFolders(
  files: readonly string[],
  limitOf: (folder: string) => number,
): { folder: string; count: number; limit: number }[];
