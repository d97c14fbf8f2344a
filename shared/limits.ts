/**
 * Limits that forms check, texts name or functions apply. The database enforces limits of stored
 * data (`supabase/schemas`); `server/limits/limits.ts` has those of the host.
 */

/**
 * Maximum length of an account's email address, in characters.
 * @limit content: an account's email address
 */
export const ACCOUNT_EMAIL_MAX_LENGTH = 255;

/**
 * Maximum length of a contact message, in characters; the host's limit on a visitor's request
 * derives from it.
 * @limit content: a contact message
 */
export const MESSAGE_MAX_LENGTH = 20_000;

/** Maximum length of a name in the content, in characters. */
export const NAME_MAX_LENGTH = 200;
/** @limit content: an entry's description */
export const DESCRIPTION_MAX_LENGTH = 20_000;
/**
 * Maximum length of a link or a picture's URL, in characters.
 * @limit content: a link or the URL of a picture
 */
export const LINK_MAX_LENGTH = 2048;
/**
 * Maximum bytes of a stored picture; the bucket has the same limit.
 * @limit content: one file of a stored picture
 */
export const PICTURE_FILE_MAX_BYTES = 5 * 1024 * 1024;
/**
 * Maximum number of entries in a list, such as an experience's skills or a task's tags.
 * @limit content: a list of skills or tags [entries]
 */
export const LIST_MAX_ENTRIES = 100;
/** Maximum length of a list's entry, in characters. */
export const LIST_ENTRY_MAX_LENGTH = 200;
/**
 * Maximum bytes of a value of General Info, such as the bio.
 * @limit content: one value of General Info
 */
export const INFO_MAX_BYTES = 256 * 1024;

/** Maximum length in characters. @limit content: a note's title */
export const NOTE_TITLE_MAX_LENGTH = 1000;
/** Maximum bytes of a note's content. @limit content: a note's content */
export const NOTE_MAX_BYTES = 1024 * 1024;

/**
 * Maximum bytes of a file; on hosted Supabase, the project's setting applies.
 * @limit drive: one file
 */
export const FILE_MAX_BYTES = 5 * 1024 ** 3;
/**
 * Bytes of a resumable upload's first chunk; hosted Supabase accepts no other size for any of them.
 * @limit drive: a file sent in one request, and the first chunk of a larger one
 */
export const UPLOAD_CHUNK_BYTES = 6 * 1024 * 1024;
/**
 * Maximum bytes per chunk on the embedded host, which stores what has arrived of a chunk when the
 * connection breaks. Proxies commonly accept 100 MB.
 * @limit drive: a later chunk of a file sent to the embedded host over a fast connection
 */
export const EMBEDDED_CHUNK_BYTES = 64 * 1024 * 1024;
/**
 * Maximum bytes of a file that may share a request with others. Storing and deleting it costs
 * little, so the policies are checked only once, when its row is written.
 * @limit drive: a file for a reserved path that is checked once, and sent together with others
 */
export const SMALL_FILE_BYTES = 64 * 1024;
/**
 * Maximum number of small files per request, as many as one call reserves.
 * @limit drive: small files sent in one request [files]
 */
export const SMALL_FILES_AT_ONCE = 100;

/**
 * Bytes of an archive's start that are checked before all of it is sent: a manifest has up to 20
 * KB.
 * @limit drive: the start of an archive that the setup page has checked first
 */
export const ARCHIVE_HEAD_BYTES = 512 * 1024;

/**
 * Maximum rows per read; PostgREST's default. Longer lists are read in parts.
 * @limit requests: rows of one read [rows]
 */
export const MAX_ROWS = 1000;

/**
 * Maximum length of a log line, in characters.
 * @limit requests: a line in the log (in JSON, its message)
 */
export const LOG_LINE_LENGTH = 300;

/** Maximum length of the device recorded with a sign-in, in characters. */
export const DEVICE_INFO_MAX_LENGTH = 1000;

/**
 * Minimum length of an archive's passphrase, because guesses at a file are not limited.
 * @limit content: the passphrase of a downloaded archive, at least
 */
export const PASSPHRASE_MIN_LENGTH = 10;

/**
 * Maximum number of files and folders that a link shows; the database has the same limit.
 * @limit drive: files and folders that a link shows [entries]
 */
export const SHARED_ENTRIES = 5000;
