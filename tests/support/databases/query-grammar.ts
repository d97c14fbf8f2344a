import fc from "fast-check";
import {
  columnOf,
  condition,
  logic,
  mostly,
  readTables,
  selectList,
  value,
  writtenTables,
} from "./query-parts.ts";

/** A request to the Data API that follows its grammar, or almost does. */
export interface GeneratedQuery {
  person: "visitor" | "owner" | "workspace user";
  method: string;
  /** Encoded path below `/rest/v1`. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

const functions = ["visit_statistics", "list_members", "find_notes", "no_such_function"];

const number = mostly(
  fc.integer({ min: 0, max: 2000 }).map(String),
  fc.constantFrom("-1", "0", "1e3", "99999999999999999999", "abc", ""),
);

type Parameter = readonly [string, string];

function parameters(table: string): fc.Arbitrary<Parameter[]> {
  const order = fc
    .array(
      fc
        .tuple(
          mostly(columnOf(table), fc.constantFrom("skill_categories(name)", "stack->0")),
          mostly(
            fc.constantFrom("", ".asc", ".desc", ".nullsfirst", ".desc.nullslast"),
            fc.constantFrom(".up", ".asc.asc"),
          ),
        )
        .map((parts) => parts.join("")),
      { minLength: 1, maxLength: 3 },
    )
    .map((items) => items.join(","));
  const names = fc.array(columnOf(table), { maxLength: 4 }).map((items) => items.join(","));
  const embeddedName = fc.constantFrom("skills", "skill_categories", "a", "answer");
  const onEmbedded: fc.Arbitrary<Parameter> = fc.oneof(
    fc
      .tuple(embeddedName, fc.constantFrom("limit", "offset", "order", "or", "name"), number)
      .map(([name, what, operand]) => [`${name}.${what}`, operand] as const),
    fc
      .tuple(embeddedName, condition("skills"))
      .map(([name, [column, asked]]) => [`${name}.${column}`, asked] as const),
  );
  const parameter: fc.Arbitrary<Parameter> = fc.oneof(
    { weight: 4, arbitrary: condition(table) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom("or", "and", "not.or", "not.and"), logic(table, 2)),
    },
    { weight: 4, arbitrary: fc.tuple(fc.constant("order"), order) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom("limit", "offset"), number) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom("columns", "on_conflict"), names) },
    { weight: 1, arbitrary: onEmbedded },
  );
  const select = selectList(table, 2).map((list): Parameter[] => [["select", list]]);
  return fc
    .tuple(
      fc.oneof(select, select, fc.constant([])),
      fc.array(parameter, { maxLength: 3, size: "small" }),
    )
    .map(([first, rest]) => [...first, ...rest]);
}

const preferences = fc
  .array(
    fc.constantFrom(
      ...["return=representation", "return=minimal", "return=headers-only", "count=exact"],
      ...["count=planned", "count=estimated", "count=nonsense", "resolution=merge-duplicates"],
      ...["resolution=ignore-duplicates", "missing=default", "handling=strict", "handling=lenient"],
      ...["max-affected=1", "max-affected=x", "tx=rollback", "timezone=Europe/Berlin", "a=b", "="],
    ),
    { maxLength: 4 },
  )
  .map((items) => items.join(","));

const unusualHeaders = fc.record(
  {
    prefer: preferences,
    accept: fc.constantFrom(
      ...["application/json", "text/csv", "application/vnd.pgrst.object+json", "*/*"],
      ...["application/vnd.pgrst.plan+json;options=analyze", "application/geo+json", "a/b"],
      "application/vnd.pgrst.array+json;nulls=stripped",
    ),
    range: fc.constantFrom("0-9", "5-2", "-1", "0-", "a-b", "100000-"),
    "range-unit": fc.constantFrom("items", "bytes"),
    "accept-profile": fc.constantFrom("public", "public", "auth", "private", "nonsense"),
    "content-profile": fc.constantFrom("public", "public", "storage"),
    "content-type": fc.constantFrom(
      "application/json",
      "text/csv",
      "application/x-www-form-urlencoded",
    ),
  },
  { requiredKeys: [] },
);

const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.record({ prefer: preferences }) },
  { weight: 1, arbitrary: unusualHeaders },
);

function bodyFor(table: string): fc.Arbitrary<string> {
  const row = fc
    .uniqueArray(fc.tuple(columnOf(table), fc.oneof(fc.jsonValue({ maxDepth: 2 }), value)), {
      maxLength: 5,
      selector: ([name]) => name,
    })
    .map((entries) => Object.fromEntries(entries));
  return fc.oneof(
    row.map((one) => JSON.stringify(one)),
    fc.array(row, { maxLength: 3 }).map((rows) => JSON.stringify(rows)),
    fc.constantFrom("", "{}", "[]", "null", "5", "{", "name,email\na,b", "a=b&c=d", "[[[]]]"),
  );
}

/** Occasionally drops, doubles or replaces a character. */
const withSlip = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.nat(), fc.constantFrom(..."()\",.:{}[]\\!*->%'&= "), fc.nat({ max: 59 }))
    .map(([whole, at, other, how]) => {
      const place = whole.length === 0 ? 0 : at % whole.length;
      const [before, after] = [whole.slice(0, place), whole.slice(place)];
      if (how === 0) return before + after.slice(1);
      if (how === 1) return before + other + after;
      return how === 2 ? before + other + after.slice(1) : whole;
    });

const encoded = (list: Parameter[]) =>
  list.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join("&");

const wellFormed = (list: Parameter[]): Parameter[] =>
  list.map(([name, text]) => [name.toWellFormed(), text.toWellFormed()]);

/**
 * Requests that cover the whole grammar: lists, filters, orders, embeds, casts, JSON paths,
 * columns, conflicts, headers.
 */
export const query: fc.Arbitrary<GeneratedQuery> = fc
  .record({
    person: fc.constantFrom("visitor", "visitor", "visitor", "owner", "workspace user"),
    method: fc.constantFrom(
      ...Array(10).fill("GET"),
      "HEAD",
      "POST",
      "POST",
      "PATCH",
      "PUT",
      "DELETE",
    ),
    readTable: mostly(fc.constantFrom(...Object.keys(readTables)), fc.constant("nonsense")),
    writtenTable: fc.constantFrom(...Object.keys(writtenTables)),
    rpc: fc.oneof(
      { weight: 19, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...functions) },
    ),
  })
  .chain(({ person, method, readTable, writtenTable, rpc }) => {
    const reads = method === "GET" || method === "HEAD";
    const table = reads ? readTable : writtenTable;
    const slipped = parameters(table)
      .chain((list) =>
        fc.tuple(
          ...list.map(([name, text]) => fc.tuple(fc.constant(name), withSlip(fc.constant(text)))),
        ),
      )
      .map((list) => encoded(wellFormed(list)));
    return fc.record({
      person: fc.constant(person as GeneratedQuery["person"]),
      method: fc.constant(rpc && !reads ? "POST" : method),
      path: slipped.map((text) => `${rpc ? `rpc/${rpc}` : table}?${text}`),
      headers,
      body: reads ? fc.constant(null) : bodyFor(table),
    });
  });
