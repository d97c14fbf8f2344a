export const NOT_DEPLOYED: string;
