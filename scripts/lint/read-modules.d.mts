export function readModules(): Map<string, string[]>;

export function listFiles(...paths: string[]): string[];
