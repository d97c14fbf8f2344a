/** Quotes an identifier for SQL. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Quotes a table's name, with or without its schema. */
export const quoteTable = (name: string) => name.split(".").map(quoteName).join(".");
