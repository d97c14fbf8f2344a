export const SERVER_PACKAGES: string[];
export const RUNTIME_PACKAGES: string[];
