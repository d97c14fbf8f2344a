export function readModules(): Map<string, string[]>;
