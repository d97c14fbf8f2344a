import { MESSAGE_MAX_LENGTH, NOTE_MAX_BYTES } from "../../shared/limits.ts";
import type { RateLimit } from "./rate-limit.ts";

/**
 * Limits and durations of the host, with their unit and reason; those of backups, second factors
 * and of several servers are beside this file. Limits of stored data are in `shared/limits.ts`,
 * those of visitors' inserts in the database, which also counts on Supabase.
 */

// Signing in

/**
 * Limits that make guessing infeasible without letting strangers lock anyone out. The account's own
 * limit only counts attempts from unknown addresses; its pauses grow from one second to ten
 * minutes.
 */
export const SIGN_IN_LIMITS = {
  /** The tenth failure within five minutes is refused. */
  address: { name: "sign-in-address", limit: 9, seconds: 300 },
  device: { name: "sign-in-device", limit: 9, seconds: 300 },
  /** Per account, for a known address or device. */
  knownClient: { name: "sign-in-known-client", limit: 100, seconds: 86_400 },
  account: {
    name: "sign-in-account",
    limit: 400,
    seconds: 86_400,
    pause: { after: 100, doublesEvery: 10, mostSeconds: 600 },
  },
} satisfies Record<string, RateLimit>;

/** Days a device or address stays known; the longest time browsers keep a cookie. */
export const KNOWN_DEVICE_DAYS = 400;

/** Seconds. Revocation does not wait for it: policies also require the session to exist. */
export const ACCESS_TOKEN_SECONDS = 60 * 60;

/**
 * Seconds for which a used refresh token is still accepted. Two tabs that wake up together both
 * send the same one, and a response may get lost; GoTrue allows the same.
 */
export const REFRESH_TOKEN_REUSE_SECONDS = 10;

/** Passwords waiting to be hashed. At 60 ms each, the last one waits about four seconds. */
export const PASSWORD_QUEUE_LENGTH = 64;

/** Seconds after which to try again when that queue is full. */
export const PASSWORD_QUEUE_RETRY_SECONDS = 5;

/** Failed sign-ins waiting to be recorded, by account, kind and network; further ones are not. */
export const UNRECORDED_FAILURES = 1000;

// Setting up

/** Seconds a setup link is valid. */
export const SETUP_LINK_SECONDS = 30 * 60;

/** Per address; well above what a person who mistypes needs. */
export const WRONG_SETUP_TOKENS: RateLimit = { name: "setup", limit: 20, seconds: 10 * 60 };

/** Milliseconds until a new link is tried again; the database may be restarting. */
export const SETUP_LINK_RETRY_MS = 60_000;

// Requests

/** Milliseconds without a byte in either direction until a connection is closed. */
export const IDLE_CONNECTION_MS = 2 * 60_000;

/** Milliseconds for a request's headers; slow senders must not hold a connection. */
export const REQUEST_HEADERS_MS = 15_000;

/** Milliseconds a connection stays open for the next request. */
export const KEEP_ALIVE_MS = 10_000;

/** Milliseconds for which a client may keep sending data that is no longer read. */
export const UNREAD_BODY_MS = 30_000;

/** Milliseconds a body that is read into memory may take; the largest has 3 MiB. */
export const REQUEST_BODY_MS = 30_000;

/** Milliseconds until a request gets an answer, from the end of its body. */
export const REQUEST_DEADLINE_MS = 28_000;

/** Milliseconds the database may take in a health check. */
export const HEALTH_CHECK_MS = 2_000;

/** Bytes. Credentials and metadata are far smaller. */
export const AUTH_BODY_BYTES = 64 * 1024;

/** Bytes. An email, a password and a token are far smaller. */
export const SETUP_BODY_BYTES = 4 * 1024;

/** Bytes. The largest request of a function is the form of the workspace user. */
export const FUNCTION_BODY_BYTES = 64 * 1024;

/**
 * Bytes of a visitor's JSON: the longest message and 1,500 characters of other fields, each
 * character escaped to six bytes (`\u0001`), rounded up to whole 32 KiB.
 */
export const VISITOR_BODY_BYTES =
  Math.ceil((6 * (MESSAGE_MAX_LENGTH + 1500)) / (32 * 1024)) * 32 * 1024;

/** Bytes of a signed-in user's JSON: the largest value is a note, which JSON may double. */
export const USER_BODY_BYTES = 3 * NOTE_MAX_BYTES;

// The Data API

/** Bytes of one response; the database counts its JSON (`private.count_response_bytes`). */
export const DATA_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Milliseconds a query may hold a connection. Hosted Supabase allows 3 seconds and 8. */
export const STATEMENT_TIMEOUT_MS = { anon: 1500, authenticated: 8000, service_role: 8000 };

/** Open parentheses in a query; the site's own queries have three levels. */
export const QUERY_MAX_DEPTH = 6;

/** Embedded tables of a query, at any depth; the site's own queries embed one. */
export const QUERY_MAX_EMBEDS = 6;

/** Columns of all lists of a query; `*` counts as the columns of the widest table. */
export const QUERY_MAX_COLUMNS = 120;

/** Of one column in one list, so that no row read is many times larger than the stored one. */
export const QUERY_MAX_REPEATS = 3;

/** Lists and objects open at once in a body; the site's own bodies have three levels. */
export const JSON_MAX_DEPTH = 64;

/** Milliseconds of database time an address may use for reads at once: of 1,000 landing pages. */
export const READ_BURST_MS = 30_000;

/** Milliseconds of it restored per second: a quarter of one of ten connections. */
export const READ_RESTORED_MS = 250;

/** Minimum cost of a read in milliseconds, so that quick ones are counted as well. */
export const READ_MINIMUM_MS = 5;

/** Addresses tracked at once; beyond it, the least recently charged one is evicted. */
export const READ_ADDRESSES = 20_000;

/**
 * Milliseconds a start waits until it is notified of schema changes, before it reads the schema.
 */
export const SCHEMA_LISTEN_MS = 1000;

/**
 * Seconds after which to try again when the database is unavailable; a restart takes about as long.
 */
export const DATABASE_RETRY_SECONDS = 2;

// Connections to the database

/** Connections of the Data API. */
export const DATA_API_CONNECTIONS = 10;

/** Connections for the server's own queries, which are short. */
export const SERVER_CONNECTIONS = 5;

/** Seconds a connection may take to open. */
export const DATABASE_CONNECT_SECONDS = 10;

/** Seconds for a command, such as `npm run owner`, at which a person waits. */
export const COMMAND_CONNECT_SECONDS = 5;

/** Seconds after which an unused connection is closed. */
export const IDLE_DATABASE_CONNECTION_SECONDS = 60;

/**
 * Longest pause in seconds before a lost connection is opened again. With postgres.js's default of
 * 20, the site would stay down long after its database is back.
 */
export const DATABASE_RECONNECT_SECONDS = 1;

/** Milliseconds for which the metrics of stored files stay the same: counting reads every row. */
export const STORED_TOTALS_MS = 60_000;

// The drive

/** Milliseconds after its last byte until an unfinished upload expires, as on hosted Supabase. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Seconds the space of a resumable upload is reserved before its first chunk. */
export const UNSTARTED_UPLOAD_SECONDS = 5 * 60;

/** Seconds it is reserved after each chunk: until the first sweep after its lifetime. */
export const STARTED_UPLOAD_SECONDS = 26 * 60 * 60;

/** Seconds the space of a plain upload is reserved; a stalled one is aborted sooner. */
export const PLAIN_UPLOAD_SECONDS = 5 * 60;

/** Milliseconds between renewals of that reservation. */
export const RESERVATION_RENEWAL_MS = 60_000;

/** Bytes reserved at a time for an upload of unknown length. */
export const RESERVATION_STEP_BYTES = 4 * 1024 * 1024;

/** Seconds space is reserved while an object's row is written; released in the same transaction. */
export const COMMIT_RESERVATION_SECONDS = 60;

/** Seconds the space of a copy is reserved; a disk copies the largest file in less. */
export const COPY_SECONDS = 60 * 60;

/**
 * Bytes that have to arrive in each window; a slow telephone line is ten times faster. Without it,
 * a client that sends a byte now and then could hold its connection and its partial blob forever.
 */
export const MINIMUM_UPLOAD_SPEED = { bytes: 64 * 1024, windowMs: 60_000 };

/** Milliseconds for which the rest of a refused upload is read. */
export const DISCARD_MS = 30_000;

/** Bytes read past a file's limit before the connection is closed, with the multipart overhead. */
export const DISCARD_BYTES = 64 * 1024 * 1024;

/** Milliseconds a request waits for the previous one of its upload, which is asked to stop. */
export const UPLOAD_LOCK_MS = 20_000;

/**
 * Resumable uploads whose digests a server remembers; those of others are read from their blobs.
 */
export const UPLOAD_DIGESTS = 1000;

/**
 * Milliseconds after its last write until a blob without a row is an orphan: uploads stall sooner.
 */
export const ORPHAN_AGE_MS = 15 * 60 * 1000;

/** Milliseconds between sweeps of due objects, abandoned uploads and orphaned blobs. */
export const STORAGE_SWEEP_MS = 60 * 60 * 1000;

/** Blobs looked up in the database at a time by a sweep. */
export const SWEEP_BATCH = 500;

/** Characters of an object's key, all of them ASCII: S3's limit, which hosted Supabase inherits. */
export const OBJECT_KEY_MAX_LENGTH = 1024;

/** Characters of a bucket's name: S3's limit. */
export const BUCKET_NAME_MAX_LENGTH = 63;

/** Parts of a multipart upload: storage-js sends three; `fieldSize` is in bytes of one field. */
export const MULTIPART_LIMITS = {
  files: 1,
  fields: 8,
  parts: 12,
  fieldSize: 64 * 1024,
  headerPairs: 20,
};

/** Bytes of the JSON of a storage call: a thousand keys of a thousand characters. */
export const STORAGE_BODY_BYTES = 1024 * 1024;

/** Seconds a signed URL may be valid: a day. */
export const SIGNED_URL_SECONDS = 24 * 60 * 60;

// The page

/** Milliseconds a visitor waits for the page before the last one that was rendered is sent. */
export const PAGE_RENDER_MS = 5_000;

/** Milliseconds until a page that could not be rendered is tried again; doubled at each failure. */
export const PAGE_RETRY_MS = { first: 1_000, most: 30_000 };

/** Bytes of the portrait on the share card; a larger one is omitted. */
export const PORTRAIT_MAX_BYTES = 10 * 1024 * 1024;

/** Pixels of that portrait; a decoded pixel takes four bytes of memory. */
export const PORTRAIT_MAX_PIXELS = 50_000_000;

/** Pixels of a picture to convert: the largest that the panel stores, 1600 by 2400. */
export const CONVERTED_MAX_PIXELS = 1600 * 2400;

/** Bytes of built files cached in memory, including compressed forms. */
export const ASSET_CACHE_BYTES = 48 * 1024 * 1024;

/** Bytes. Larger files are streamed from disk on every request. */
export const CACHED_ASSET_BYTES = 4 * 1024 * 1024;

// Background work

/** Milliseconds between sweeps of the notes' trash, where a note stays 30 days. */
export const TRASH_SWEEP_MS = 60 * 60_000;

/** Milliseconds between sweeps of expired counts. */
export const RATE_LIMIT_SWEEP_MS = 5 * 60_000;

// Starting and stopping

/**
 * Free disk space that an upgrade of the embedded database needs: the old PostgreSQL's programs and
 * an empty cluster, and the rows twice, because they are staged.
 */
export const UPGRADE_SPACE = { bytes: 256 * 1024 * 1024, copies: 2 };

/** Milliseconds the embedded database may take to start, or an orphaned one to end. */
export const DATABASE_START_MS = 60_000;

/** Crashes of the embedded database within the window after which the server gives up. */
export const DATABASE_CRASHES = { limit: 3, windowMs: 60_000 };

/**
 * Milliseconds for running requests when the server is told to stop. The whole shutdown has to stay
 * below five seconds: containers are killed after ten.
 */
export const SHUTDOWN_GRACE_MS = 2_000;

/** Milliseconds background work, such as a sweep, gets to end after that. */
export const BACKGROUND_STOP_MS = 1000;

/** Milliseconds running queries get to end when the Data API is closed. */
export const QUERY_STOP_MS = 1000;

/** Milliseconds after which a stop that hangs is cut short. */
export const STOP_LIMIT_MS = 60_000;

// Logs

/** Warnings and errors a minute, so that events visitors can trigger cannot fill a disk. */
export const LOG_EVENTS_PER_MINUTE = 60;

/** Lines a minute of the log of requests: 100 a second, each about 250 bytes. */
export const LOG_REQUESTS_PER_MINUTE = 6000;

/** Bytes of the database's log file, which is kept twice. */
export const DATABASE_LOG_BYTES = 1_000_000;

/** Lines a second of the database's log. */
export const DATABASE_LOG_LINES_PER_SECOND = 100;
