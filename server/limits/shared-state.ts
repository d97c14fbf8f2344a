/** Limits and durations of what several servers of a site share. */

// The connection for notifications and locks

/** Milliseconds until a silently dropped connection for notifications and locks is noticed. */
export const SESSION_HEARTBEAT_MS = 5_000;

/** Milliseconds until that connection is opened again. */
export const SESSION_RECONNECT_MS = 1000;

/** Seconds it may take to open; meanwhile every request renders its page, so a retry is better. */
export const SESSION_CONNECT_SECONDS = 5;

/** Milliseconds between attempts to get a lock that another server holds. */
export const LOCK_POLL_MS = 100;

/** Milliseconds for which another server may be making the object of the same upload. */
export const UPLOAD_FINISH_MS = 10 * 60_000;

// Visitors' reads

/** Milliseconds of database time above which an address's reads are summed over all servers. */
export const READ_SHARED_MS = 3_000;

/** Milliseconds between those sums. */
export const READ_SHARE_MS = 1000;

// Files in an S3-compatible store

/** Milliseconds an S3 store may take to accept a connection. */
export const BUCKET_CONNECT_MS = 5_000;

/** Milliseconds until the first byte of an S3 store's answer; joining 5 GiB takes a while. */
export const BUCKET_RESPONSE_MS = 60_000;

/** Connections to an S3 store: every running download holds one. */
export const BUCKET_SOCKETS = 256;

/** Bytes collected for one object of a partial upload; more than a chunk of the browser's. */
export const BUCKET_PIECE_BYTES = 8 * 1024 * 1024;

/** Bytes of any part but the last of an object joined from several: S3's minimum. */
export const BUCKET_PART_MIN_BYTES = 5 * 1024 * 1024;

/** Parts joined at a time; a store that cannot copy them makes each pass through memory. */
export const BUCKET_JOINS_AT_ONCE = 6;
