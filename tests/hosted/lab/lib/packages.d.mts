export function packages(log: (text: string) => void): NodeJS.Require;
export const binaries: { postgrest: string; deno: string };
