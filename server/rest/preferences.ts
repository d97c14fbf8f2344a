import { ApiError, bodyError } from "./api-error.ts";
import type { OnDuplicate } from "./write-sql.ts";

export interface Preferences {
  /** Whether a change returns its rows. */
  returns: boolean;
  /** Whether all rows are counted. Estimates would reveal rows that the caller may not read. */
  counts: boolean;
  onDuplicate: OnDuplicate;
  /** Whether a column that a row lacks gets its default instead of null. */
  fillsDefaults: boolean;
  /** Whether the response is one object instead of a list. */
  single: boolean;
}

const OBJECT = "application/vnd.pgrst.object+json";
const ACCEPTED =
  /^(application\/json|application\/\*|\*\/\*|application\/vnd\.pgrst\.(object|array)\+json)$/;

/** @throws {ApiError} for an unknown schema, format or strict preference. */
export function readPreferences(method: string, headers: Headers): Preferences {
  const isRead = method === "GET" || method === "HEAD";
  const profile = headers.get(isRead ? "accept-profile" : "content-profile") ?? "public";
  if (profile !== "public") {
    throw new ApiError(406, "PGRST106", "The schema must be one of the following: public");
  }
  const wanted = splitList(headers.get("prefer"));
  const preferred = (name: string) =>
    wanted.find((item) => item.startsWith(`${name}=`))?.slice(name.length + 1);
  refuseUnknown(wanted);
  const resolution = preferred("resolution");
  return {
    returns: preferred("return") === "representation",
    counts: ["exact", "planned", "estimated"].includes(preferred("count") ?? ""),
    onDuplicate:
      resolution === "merge-duplicates"
        ? "merge"
        : resolution === "ignore-duplicates"
          ? "ignore"
          : "fail",
    fillsDefaults: preferred("missing") === "default",
    single: format(headers) === OBJECT,
  };
}

/** An unknown preference is ignored, unless the client demands strict handling. */
function refuseUnknown(wanted: readonly string[]) {
  if (!wanted.includes("handling=strict")) return;
  const unknown = wanted.filter(
    (item) => !/^(handling|return|count|resolution|missing)=/.test(item),
  );
  if (unknown.length === 0) return;
  throw new ApiError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${unknown.join(", ").slice(0, 100)}`,
  });
}

/** The first format of the list that the Data API supports. */
function format(headers: Headers): string {
  const wanted = splitList(headers.get("accept")).map((item) => item.split(";"));
  if (wanted.length === 0) return "*/*";
  // A parameter such as `nulls=stripped` requests another form of the same data.
  const found = wanted.find(
    ([type = "", ...parameters]) =>
      ACCEPTED.test(type) && parameters.every((parameter) => /^\s*(q|charset)=/.test(parameter)),
  );
  if (found?.[0]) return found[0];
  const types = wanted.map(([type]) => type).join(", ");
  const message = `None of these media types are available: ${types.slice(0, 100)}`;
  throw new ApiError(406, "PGRST107", message);
}

const splitList = (text: string | null) =>
  (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** @throws {ApiError} for a body of another format than JSON. */
export function requireJson(headers: Headers) {
  const type = headers.get("content-type") ?? "application/json";
  if (/^application\/(vnd\.pgrst\.(object|array)\+)?json\b/i.test(type)) return;
  throw bodyError(`Content-Type not acceptable: ${type.slice(0, 100)}`);
}
