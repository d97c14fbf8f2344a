export function findStalePatches(root?: string): Promise<string[]>;
