import { MESSAGE_MAX_LENGTH, NOTE_MAX_BYTES } from "../../shared/limits.ts";

/**
 * Limits and durations that several parts of the host use, with unit and reason. A limit with a
 * single reader is defined beside it, limits of stored data in `shared/limits.ts`, and limits of
 * visitors' inserts in the database, which also apply on Supabase.
 */

// Signing in

/**
 * Days a device or address stays known; the longest time browsers keep a cookie.
 * @limit visitors: a known device or address is remembered
 */
export const KNOWN_DEVICE_DAYS = 400;

/** Retry delay in seconds when the queue of passwords is full. */
export const PASSWORD_QUEUE_RETRY_SECONDS = 5;

/** Validity of a setup link in seconds. @limit visitors: the setup link */
export const SETUP_LINK_SECONDS = 30 * 60;

// Requests

/** Milliseconds the database may take in a health check. */
export const HEALTH_CHECK_MS = 2_000;

/**
 * Maximum bytes of a visitor's JSON: the longest message and 1,500 characters of other fields, each
 * character escaped to six bytes (`\u0001`), rounded up to whole 32 KiB.
 */
export const VISITOR_BODY_BYTES =
  Math.ceil((6 * (MESSAGE_MAX_LENGTH + 1500)) / (32 * 1024)) * 32 * 1024;

/**
 * Maximum bytes of a signed-in user's JSON: the largest value is a note, which escaping may double.
 */
export const USER_BODY_BYTES = 3 * NOTE_MAX_BYTES;

// The Data API

/** Milliseconds of the read budget restored per second: a quarter of one of ten connections. */
export const READ_RESTORED_MS = 250;

// Connections to the database

/** Seconds after which an unused connection is closed. */
export const IDLE_DATABASE_CONNECTION_SECONDS = 60;

// The drive

/**
 * Milliseconds after the last byte at which an unfinished upload expires, as on hosted Supabase.
 */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Milliseconds for which the rest of a refused upload is read.
 * @limit requests: reading the rest of a rejected body
 */
export const DISCARD_MS = 30_000;

/** Maximum bytes read past a file's limit, including the multipart overhead. */
export const DISCARD_BYTES = 64 * 1024 * 1024;

/**
 * Maximum length of an object's key in ASCII characters: S3's limit, which hosted Supabase
 * inherits.
 * @limit drive: an object's key
 */
export const OBJECT_KEY_MAX_LENGTH = 1024;
