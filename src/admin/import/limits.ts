/**
 * Bytes of a JSON file. The longest values a site stores fit; a real CV has below 100 KB.
 * @limit content: a JSON file to import
 */
export const CV_FILE_MAX_BYTES = 5 * 1024 * 1024;

/**
 * Bytes of a zip. LinkedIn's larger exports also have messages and pictures, which are skipped.
 * @limit content: a LinkedIn export to import
 */
export const CV_ZIP_MAX_BYTES = 50 * 1024 * 1024;

/**
 * Bytes of one unpacked CSV file: a limit for zips that unpack to far more than they hold.
 * @limit content: one file of a LinkedIn export, unpacked
 */
export const CSV_MAX_BYTES = 2 * 1024 * 1024;

/** Files and folders in a zip. @limit content: files in a LinkedIn export [files] */
export const CV_ZIP_MAX_FILES = 10_000;

/** Entries of all lists of a file. @limit content: entries of one import [entries] */
export const CV_MAX_ENTRIES = 2000;

/**
 * Bytes of one import, below the host's limit on a signed-in user's request (3 MiB).
 * @limit content: data of one import
 */
export const CV_IMPORT_MAX_BYTES = 2_500_000;
