/** Path prefixes of the backend's services, Supabase's and those of the embedded host. */
export const REST_PATH = "/rest/v1";
export const AUTH_PATH = "/auth/v1";
export const STORAGE_PATH = "/storage/v1";
export const REALTIME_PATH = "/realtime/v1";
export const FUNCTIONS_PATH = "/functions/v1";
export const SETUP_PATH = "/setup/v1";
export const BACKUP_PATH = "/backup/v1";
export const NOTICES_PATH = "/notices/v1";
export const PICTURE_PATH = "/picture/v1";

/** Matches any path of a service of any version; none of these is a page or a file. */
export const SERVICE_PATH =
  /^\/(?:rest|auth|storage|realtime|functions|setup|backup|notices|picture)\//;

/** The private channel that announces changes; `private.announce` uses the same name. */
export const liveTopic = (userId: string | null) => `live:${userId}`;

/** Response header of resumable uploads if no proxy is between: a larger file is sent whole. */
export const ANY_BODY_HEADER = "foyer-any-body";
