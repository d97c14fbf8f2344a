import {
  AUTH_PATH,
  BACKUP_PATH,
  FUNCTIONS_PATH,
  NOTICES_PATH,
  PICTURE_PATH,
  REALTIME_PATH,
  REST_PATH,
  SETUP_PATH,
  STORAGE_PATH,
} from "../../shared/api-paths.ts";

/** Sorted so that a longer prefix comes before its own prefixes. */
const PREFIXES = [
  "/healthz",
  `${REST_PATH}/rpc`,
  REST_PATH,
  `${AUTH_PATH}/token`,
  `${AUTH_PATH}/admin`,
  AUTH_PATH,
  `${STORAGE_PATH}/upload`,
  `${STORAGE_PATH}/object`,
  STORAGE_PATH,
  REALTIME_PATH,
  `${FUNCTIONS_PATH}/workspace-sign-in`,
  FUNCTIONS_PATH,
  SETUP_PATH,
  BACKUP_PATH,
  NOTICES_PATH,
  PICTURE_PATH,
  "/assets",
];

/** Every value `routeGroup` can return. */
export const ROUTE_GROUPS: readonly string[] = ["/", ...PREFIXES, "other"];

/**
 * The part of a request's target that may be logged and used as a label: one of `ROUTE_GROUPS`,
 * never text from the client. Ids, names, tokens and queries are omitted.
 * @param target as in the request line.
 */
export function routeGroup(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? "";
  if (path === "/") return "/";
  return PREFIXES.find((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ?? "other";
}
