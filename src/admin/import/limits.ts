/**
 * Maximum bytes of a JSON file: enough for the longest values that a site stores; a real CV has
 * less than 100 KB.
 * @limit content: a JSON file to import
 */
export const CV_FILE_MAX_BYTES = 5 * 1024 * 1024;

/**
 * Maximum bytes of a zip. LinkedIn's larger exports include messages and pictures, which are
 * skipped.
 * @limit content: a LinkedIn export to import
 */
export const CV_ZIP_MAX_BYTES = 50 * 1024 * 1024;

/**
 * Maximum bytes of an unpacked CSV file, against zip bombs.
 * @limit content: one file of a LinkedIn export, unpacked
 */
export const CSV_MAX_BYTES = 2 * 1024 * 1024;

/** Files and folders in a zip. @limit content: files in a LinkedIn export [files] */
export const CV_ZIP_MAX_FILES = 10_000;

/** Entries of all lists of a file. @limit content: entries of one import [entries] */
export const CV_MAX_ENTRIES = 2000;

/**
 * Maximum bytes of one import, below the host's limit for a signed-in user's request (3 MiB).
 * @limit content: data of one import
 */
export const CV_IMPORT_MAX_BYTES = 2_500_000;
