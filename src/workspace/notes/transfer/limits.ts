/** Bytes of a zip, or of all chosen files. @limit content: notes to import, as files */
export const IMPORT_MAX_BYTES = 2 * 1024 ** 3;

/**
 * How many times larger a zip's files may be than the zip: a limit for zips made to fill the memory.
 */
export const IMPORT_MAX_GROWTH = 100;

/** @limit content: notes of one import [notes] */
export const IMPORT_MAX_NOTES = 20_000;

/**
 * Bytes of a file with one note, whose text may be in it twice and escaped. Larger ones are not read.
 */
export const NOTE_FILE_MAX_BYTES = 8 * 1024 ** 2;

/** Bytes of a file with all notes. @limit content: an answer of memos' API to import */
export const MEMOS_FILE_MAX_BYTES = 64 * 1024 ** 2;
