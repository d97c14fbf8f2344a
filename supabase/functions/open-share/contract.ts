import { z } from "zod";

/** Text that is no link's token is refused like an unknown one, and not longer. */
const link = {
  token: z.string().max(100),
  /** What an earlier response returned for the password. */
  pass: z.string().max(200).default(""),
};

/**
 * Opens a link, with its password the first time; or signs URLs for up to 100 of its files, which
 * open them for a minute.
 */
export const shareRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("open"), ...link, password: z.string().max(1000).default("") }),
  z.object({ action: z.literal("sign"), ...link, files: z.array(z.uuid()).min(1).max(100) }),
]);

export type ShareRequest = z.input<typeof shareRequest>;

const sharedEntrySchema = z.object({
  id: z.string(),
  /** The folder it is in; null for what is shared. */
  parent: z.string().nullable(),
  name: z.string(),
  isFolder: z.boolean(),
  /** Bytes; null for a folder. */
  size: z.number().nullable(),
  type: z.string().nullable(),
  updatedAt: z.string(),
});

export type SharedEntry = z.infer<typeof sharedEntrySchema>;

export const openedShareSchema = z.object({
  pass: z.string(),
  expiresAt: z.string(),
  allowsDownload: z.boolean(),
  /** The id of the shared file or folder, which is one of the entries. */
  root: z.string(),
  entries: z.array(sharedEntrySchema),
});

export type OpenedShare = z.infer<typeof openedShareSchema>;

/** For each file that can be opened, a URL below the storage API. */
export const signedFilesSchema = z.object({
  files: z.array(z.object({ id: z.string(), url: z.string() })),
});

export type SignedFiles = z.infer<typeof signedFilesSchema>;

/** Why a link is not opened. Unknown, expired and revoked ones are not told apart. */
export const shareRefusalSchema = z.enum(["unknown", "password", "wrong-password", "wait"]);

export type ShareRefusal = z.infer<typeof shareRefusalSchema>;
