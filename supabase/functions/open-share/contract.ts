import { z } from "zod";

/** Text without characters that PostgreSQL cannot store. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.toWellFormed().replaceAll("\0", "_"));

const link = {
  token: text(100),
  /** Proof that an earlier response returned for the password. */
  pass: text(200).default(""),
};

const password = text(1000).default("");

/**
 * For a link that shows files: opens it, page by page, with its password the first time, or signs
 * URLs for up to 100 of its files: on Supabase they are valid for a minute, else as long as the
 * link. For a link that receives files: opens it, reserves up to 20 upload paths, or adds a file
 * whose bytes are stored.
 */
export const shareRequest = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("open"),
    ...link,
    password,
    /** The `next` of the page before. */
    after: z.guid().nullable().default(null),
  }),
  z.object({
    action: z.literal("sign"),
    ...link,
    files: z.array(z.guid()).min(1).max(100),
    /** Signs the files' thumbnails instead, of those that have one. */
    thumbnails: z.boolean().default(false),
  }),
  z.object({ action: z.literal("open-inbox"), ...link, password }),
  z.object({
    action: z.literal("reserve"),
    ...link,
    files: z
      .array(z.object({ name: text(255).pipe(z.string().min(1)), size: z.int().min(0) }))
      .min(1)
      .max(20),
  }),
  z.object({
    action: z.literal("finish"),
    ...link,
    path: text(1024),
    type: text(255).default(""),
    /** The file's own date, in milliseconds; 0 if unknown. */
    modified: z.int().min(0).max(253_402_300_799_999).default(0),
  }),
]);

export type ShareRequest = z.input<typeof shareRequest>;

const sharedEntrySchema = z.object({
  id: z.string(),
  /** Id of the parent folder; null for the shared file or folder. */
  parent: z.string().nullable(),
  name: z.string(),
  isFolder: z.boolean(),
  /** Bytes; null for a folder. */
  size: z.number().nullable(),
  type: z.string().nullable(),
  updatedAt: z.string(),
  hasThumbnail: z.boolean().default(false),
});

export type SharedEntry = z.infer<typeof sharedEntrySchema>;

/** What the workspace user tells the visitors of a link; empty for nothing. */
const words = { title: z.string().default(""), note: z.string().default("") };

export const openedShareSchema = z.object({
  pass: z.string(),
  expiresAt: z.string(),
  ...words,
  /** The column by which folders are sorted; descending with a minus. */
  sorting: z.string().default("name"),
  allowsDownload: z.boolean(),
  /** The id of the shared file or folder, which is one of the entries. */
  root: z.string(),
  /** Null on the last page. */
  next: z.string().nullable(),
  entries: z.array(sharedEntrySchema),
});

export type OpenedShare = z.infer<typeof openedShareSchema>;

/** A URL below the storage API for each file that can be opened. */
export const signedFilesSchema = z.object({
  files: z.array(z.object({ id: z.string(), url: z.string() })),
});

export type SignedFiles = z.infer<typeof signedFilesSchema>;

/** Limits of a link that receives files. Bytes count all files together. */
export const openedInboxSchema = z.object({
  pass: z.string(),
  expiresAt: z.string(),
  ...words,
  maxFiles: z.number(),
  maxBytes: z.number(),
  filesLeft: z.number(),
  bytesLeft: z.number(),
  /** Bytes of one file. */
  fileLimit: z.number(),
});

export type OpenedInbox = z.infer<typeof openedInboxSchema>;

/** Paths in the order of the files, or the reason why there are none. */
export const reservedSchema = z.union([
  z.object({ paths: z.array(z.string()) }),
  z.object({ problem: z.enum(["files", "bytes", "file-limit", "space"]) }),
]);

export type Reserved = z.infer<typeof reservedSchema>;

export const finishedSchema = z.object({
  /** `space` when too little space is left for an uploaded file. */
  state: z.enum(["finished", "incomplete", "gone", "space"]),
});

export type Finished = z.infer<typeof finishedSchema>;

/** Reason for not opening a link. Unknown, expired and revoked links have the same reason. */
export const shareRefusalSchema = z.enum(["unknown", "password", "wrong-password", "wait"]);

export type ShareRefusal = z.infer<typeof shareRefusalSchema>;
