import { Agent, request } from "node:http";
import fc from "fast-check";

/** A request that an anonymous caller may make; tests replace values in it. */
export interface Door {
  method?: string;
  /** Path below the site; `{}` marks a segment to replace. */
  path: string;
  /** Parameters, not encoded. */
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Bytes, or a value sent as JSON. */
  body?: unknown;
}

/** Place of a replaced value: a path segment, a parameter, a header, or a path in the body. */
type Place =
  | { kind: "path"; at: number }
  | { kind: "query" | "headers"; name: string }
  | { kind: "body"; keys: readonly (string | number)[] };

/** Digits of other scripts: Arabic, fullwidth, Devanagari and mathematical. */
const DIGITS = ["٩٩.x", "９９.x", "९", "𝟗", "٩9"];

const TEXTS = [
  ...["", " ", "a\0b", "\ud800", "\udc00x", "\u202ea", "\r\nx: y", ...DIGITS],
  ...["1e30", "9".repeat(31), "-1", "-9".repeat(20), "NaN", "Infinity", "null", "{1,2}", "[]", "'"],
  ...["%00", "../..", "(", "__proto__", "x".repeat(5000), "é".repeat(300), "2026-13-45"],
  "00000000-0000-0000-0000-00000000000g",
];

const OTHERS: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e30, 2 ** 63, [], {}, [null], ["x"], [1, 1], { a: 1 }],
  ...[Array(200).fill("x"), JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`)],
];

/** Hostile path segments and parameters: invalid UTF-8, half an escape, and the encoded texts. */
const ENCODED = [
  ...TEXTS.map((text) => encodeURIComponent(text.toWellFormed())),
  ...["%ED%A0%80", "%FF", "%C0%80", "%", "%zz", "%D9", "%2e%2e", "%252e"],
];

/** Header values as bytes; NUL and line breaks are impossible in headers. */
const HEADERS = TEXTS.filter((text) => !/[\0\r\n]/.test(text)).map((text) =>
  Buffer.from(text.toWellFormed()).toString("latin1"),
);

/** The replacement for a place: a value, a value that occurs twice, or no value. */
interface Change {
  place: Place;
  value: unknown;
  twice: boolean;
}

function placesOf({ path, query = {}, headers = {}, body }: Door): Place[] {
  const parts = path.split("{}").length - 1;
  const isJson = typeof body === "object" && body !== null && !Buffer.isBuffer(body);
  return [
    ...Array.from({ length: parts }, (_, at) => ({ kind: "path", at }) as const),
    ...Object.keys(query).map((name) => ({ kind: "query", name }) as const),
    ...Object.keys(headers).map((name) => ({ kind: "headers", name }) as const),
    ...(isJson ? leavesOf(body).map((keys) => ({ kind: "body", keys }) as const) : []),
  ];
}

/** The paths to every value in JSON, including the root. */
function leavesOf(value: unknown, keys: readonly (string | number)[] = []): (string | number)[][] {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, one]) =>
          leavesOf(one, [...keys, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [[...keys], ...inner];
}

const valuesFor = ({ kind }: Place): readonly unknown[] =>
  kind === "body" ? [...TEXTS, ...OTHERS] : kind === "headers" ? HEADERS : ENCODED;

/** Every place of a request with every hostile value, one change at a time. */
export function singleChanges(door: Door): Change[][] {
  return placesOf(door).flatMap((place) => [
    ...valuesFor(place).map((value) => [{ place, value, twice: false }]),
    [{ place, value: valuesFor(place)[1], twice: true }],
  ]);
}

/** Several changes of a request at once. */
export function severalChanges(door: Door): fc.Arbitrary<Change[]> {
  const change = fc.constantFrom(...placesOf(door)).chain((place) =>
    fc.record({
      place: fc.constant(place),
      value: fc.constantFrom(...valuesFor(place)),
      twice: fc.boolean(),
    }),
  );
  return fc.array(change, { minLength: 2, maxLength: 4 });
}

/** Parameters for drawing several changes. */
export const SEVERAL = { numRuns: 40, seed: 38 };

/** The status of a request with each of these changes, sent from unused addresses. */
export async function answersOf(
  origin: string,
  headers: Record<string, string>,
  door: Door,
  changes: readonly Change[][],
): Promise<[number, Change[]][]> {
  const answers: [number, Change[]][] = [];
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE).map(async (change, index) => {
      const place = at + index;
      const address = { "x-forwarded-for": `198.51.${place >> 8}.${place & 255}` };
      const sent = { ...door, headers: { ...headers, ...address, ...door.headers } };
      return [await ask(origin, sent, change), change] as [number, Change[]];
    });
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

const AT_ONCE = 8;

/**
 * Sends a request with these changes.
 * @returns the status; 0 if the connection was closed.
 */
function ask(origin: string, door: Door, changes: readonly Change[]): Promise<number> {
  const parts = changes.flatMap(({ place, value }) =>
    place.kind === "path" ? [[place.at, String(value)] as const] : [],
  );
  const filled = new Map(parts);
  let at = -1;
  const path = door.path.replace(/\{\}/g, () => filled.get(++at) ?? "x");
  const query = Object.entries(door.query ?? {}).map(
    ([name, value]) => [name, encodeURIComponent(value)] as const,
  );
  const headers: Record<string, string | string[]> = { ...door.headers };
  let body = door.body;
  for (const { place, value, twice } of changes) {
    if (place.kind === "query") {
      const kept = query.filter(([name]) => name !== place.name || twice);
      query.splice(0, query.length, ...kept, [place.name, String(value)]);
    }
    if (place.kind === "headers") {
      const before = headers[place.name];
      headers[place.name] = twice ? [String(before), String(value)] : String(value);
    }
    if (place.kind === "body") body = replaceAt(body, place.keys, twice ? [value, value] : value);
  }
  const sent = Buffer.isBuffer(body) ? body : body === undefined ? null : JSON.stringify(body);
  const text = query.map(([name, value]) => `${name}=${value}`).join("&");
  return send(`${origin}${path}${text && `?${text}`}`, door.method ?? "GET", headers, sent);
}

function replaceAt(value: unknown, keys: readonly (string | number)[], by: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return by;
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const holder = copy as Record<string | number, unknown>;
  holder[key] = replaceAt(holder[key], rest, by);
  return copy;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request without fetch's normalization of URLs and headers. */
function send(
  address: string,
  method: string,
  headers: Record<string, string | string[]>,
  body: Buffer | string | null,
): Promise<number> {
  const [, host = "", port = "", path = ""] = /^http:\/\/([^:/]+):(\d+)(.*)$/s.exec(address) ?? [];
  return new Promise((resolve) => {
    const call = request({ host, port, path, method, headers, agent });
    call.on("error", () => resolve(0));
    call.on("response", (response) => {
      response.resume();
      response.on("close", () => resolve(response.statusCode ?? 0));
    });
    call.end(body ?? undefined);
  });
}
