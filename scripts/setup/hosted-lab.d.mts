export const hostedLab: string;
export function hostedLabAbsent(): string | null;
