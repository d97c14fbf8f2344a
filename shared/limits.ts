/**
 * Limits that forms check, texts name or functions apply. The database enforces those of stored
 * data (`supabase/schemas`); `server/limits/limits.ts` has those of the host.
 */

/**
 * Characters of an email address an account may have.
 * @limit content: an account's email address
 */
export const ACCOUNT_EMAIL_MAX_LENGTH = 255;

/**
 * Characters of a contact message; the host's limit on a visitor's request follows from it.
 * @limit content: a contact message
 */
export const MESSAGE_MAX_LENGTH = 20_000;

/** Characters of a name in the content. */
export const NAME_MAX_LENGTH = 200;
/** @limit content: an entry's description */
export const DESCRIPTION_MAX_LENGTH = 20_000;
/**
 * Characters of a link or of a picture's address.
 * @limit content: a link or the URL of a picture
 */
export const LINK_MAX_LENGTH = 2048;
/** Bytes of a stored picture; the bucket's limit. @limit content: one file of a stored picture */
export const PICTURE_FILE_MAX_BYTES = 5 * 1024 * 1024;
/**
 * Entries of a list, such as an experience's skills or a task's tags.
 * @limit content: a list of skills or tags [entries]
 */
export const LIST_MAX_ENTRIES = 100;
/** Characters of one entry of a list. */
export const LIST_ENTRY_MAX_LENGTH = 200;
/**
 * Bytes of one value of General Info, such as the bio.
 * @limit content: one value of General Info
 */
export const INFO_MAX_BYTES = 256 * 1024;

/** Characters. @limit content: a note's title */
export const NOTE_TITLE_MAX_LENGTH = 1000;
/** Bytes of a note's content. @limit content: a note's content */
export const NOTE_MAX_BYTES = 1024 * 1024;

/** Bytes of one file; hosted Supabase's project setting decides there. @limit drive: one file */
export const FILE_MAX_BYTES = 5 * 1024 ** 3;
/**
 * Bytes of a chunk of a resumable upload; hosted Supabase accepts no other size.
 * @limit drive: a file sent in one request (a larger one is sent in chunks of this size)
 */
export const UPLOAD_CHUNK_BYTES = 6 * 1024 * 1024;
/**
 * Bytes of a file that may share a request with others. It costs little to store and delete again, so
 * the policies are asked once, with its row.
 * @limit drive: a file for a reserved path that is checked once, and sent together with others
 */
export const SMALL_FILE_BYTES = 64 * 1024;
/** Small files of one request. @limit drive: small files sent in one request [files] */
export const SMALL_FILES_AT_ONCE = 32;

/**
 * Bytes of an archive's beginning, checked before all of it is sent: a manifest has up to 20 KB.
 * @limit drive: the start of an archive that the setup page has checked first
 */
export const ARCHIVE_HEAD_BYTES = 512 * 1024;

/**
 * Rows of one read; PostgREST's default. Longer lists are read in parts.
 * @limit requests: rows of one read [rows]
 */
export const MAX_ROWS = 1000;

/** Characters of a line in the log. @limit requests: a line in the log (in JSON, its message) */
export const LOG_LINE_LENGTH = 300;

/** Characters of the device recorded with a sign-in. */
export const DEVICE_INFO_MAX_LENGTH = 1000;

/**
 * Characters at least of an archive's passphrase, which can be guessed without limits.
 * @limit content: the passphrase of a downloaded archive, at least
 */
export const PASSPHRASE_MIN_LENGTH = 10;

/**
 * Files and folders that a link shows, as in the database.
 * @limit drive: files and folders that a link shows [entries]
 */
export const SHARED_ENTRIES = 5000;
