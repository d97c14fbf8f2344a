export function hostedLabAbsent(): string | null;
