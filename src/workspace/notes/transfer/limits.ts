/** Maximum bytes of a zip, or of all chosen files. @limit content: notes to import, as files */
export const IMPORT_MAX_BYTES = 2 * 1024 ** 3;

/** Maximum ratio of a zip's unpacked size to its own size, against zip bombs. */
export const IMPORT_MAX_GROWTH = 100;

/** @limit content: notes of one import [notes] */
export const IMPORT_MAX_NOTES = 20_000;

/** Maximum bytes of a file with one note, which may contain the text twice and escaped. */
export const NOTE_FILE_MAX_BYTES = 8 * 1024 ** 2;

/** Maximum bytes of a file with all notes. @limit content: an answer of memos' API to import */
export const MEMOS_FILE_MAX_BYTES = 64 * 1024 ** 2;
