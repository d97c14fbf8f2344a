import fc from "fast-check";

/** Tables that are only read, so that their rows remain. */
export const readTables: Record<string, readonly string[]> = {
  skills: ["id", "name", "level", "category_id", "icon", "revision"],
  skill_categories: ["id", "name", "revision"],
  projects: ["id", "name", "description", "live_link", "stack", "created_at"],
  personal_info: ["key", "value", "revision"],
  experience: ["id", "title", "organization", "created_at"],
  workspace_notes: ["id", "title", "content", "is_archived", "updated_at", "user_id"],
  workspace_tasks: ["id", "title", "status", "order", "user_id"],
  workspace_files: ["id", "name", "parent_id", "is_folder", "size"],
  workspace_users: ["user_id", "email", "username"],
};

/** Tables that are written to. */
export const writtenTables: Record<string, readonly string[]> = {
  education: ["id", "title", "organization", "created_at"],
  social_links: ["id", "name", "url", "display_order"],
  messages: ["id", "name", "email", "subject", "message", "is_read"],
  visits: ["id", "created_at", "referrer_host"],
  link_clicks: ["id", "target"],
};

/** A Map, because "constructor" is among the names looked up. */
const tables = new Map(Object.entries({ ...readTables, ...writtenTables }));

/** Mostly valid input; the first choices are drawn most often. */
export const mostly = <T>(sense: fc.Arbitrary<T>, nonsense: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 24, arbitrary: sense }, { weight: 1, arbitrary: nonsense });

const junk = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("", "*", "constructor", "__proto__", '"', "()", "{ }", "->", "::", "null", "\\"),
);

export const columnOf = (table: string) =>
  mostly(fc.constantFrom(...(tables.get(table) ?? ["id"])), junk).chain((name) =>
    mostly(fc.constant(name), fc.constant(`"${name}"`)),
  );

const cast = fc.constantFrom(
  ...["text", "int4", "uuid", "jsonb", "date", "varchar", "bytea", "xml", "regclass", "text[]"],
  ...['"bit(83886080)"', '"char(10485760)"', '"numeric(1000,900)"', '"bit varying"', '"text"', ""],
);

const jsonPath = fc
  .array(
    fc.tuple(fc.constantFrom("->", "->>"), mostly(fc.constantFrom("a", "0", "-1", "b c"), junk)),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((steps) => steps.flat().join(""));

export function selectList(table: string, depth: number): fc.Arbitrary<string> {
  const column = columnOf(table);
  const alias = mostly(fc.constantFrom("a", "b", "answer", "agg", "obj"), junk);
  const plain: fc.WeightedArbitrary<string>[] = [
    { weight: 12, arbitrary: column },
    { weight: 6, arbitrary: fc.constant("*") },
    { weight: 6, arbitrary: fc.tuple(alias, column).map(([a, c]) => `${a}:${c}`) },
    { weight: 1, arbitrary: fc.tuple(column, cast).map(([c, type]) => `${c}::${type}`) },
    { weight: 1, arbitrary: fc.tuple(column, jsonPath).map(([c, path]) => `${c}${path}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(column, fc.constantFrom("sum", "count", "avg", "max", "nonsense"))
        .map(([c, name]) => `${c}.${name}()`),
    },
    { weight: 1, arbitrary: fc.constantFrom("count()", "count", "...", "5") },
  ];
  const embed = depth > 0 ? [{ weight: 8, arbitrary: embedded(table, depth, alias) }] : [];
  return fc.array(fc.oneof(...plain, ...embed), { maxLength: 6 }).map((items) => items.join(","));
}

function embedded(table: string, depth: number, alias: fc.Arbitrary<string>) {
  const related = table === "skills" ? "skill_categories" : "skills";
  const other = mostly(fc.constant(related), fc.oneof(fc.constantFrom(...tables.keys()), junk));
  const hint = fc.constantFrom(
    "",
    "",
    "",
    "!inner",
    "!left",
    "!skills_category_id_fkey",
    "!x!inner",
  );
  const start = fc.oneof(
    fc.constant(""),
    fc.constant("..."),
    alias.map((name) => `${name}:`),
  );
  return other.chain((name) =>
    fc
      .tuple(start, hint, selectList(name, depth - 1))
      .map(([first, how, list]) => `${first}${name}${how}(${list})`),
  );
}

export const value = fc.oneof(
  junk,
  fc.integer().map(String),
  fc.double().map(String),
  fc.uuid(),
  fc.constantFrom(
    "true",
    "null",
    "not_null",
    "unknown",
    "2026-01-01",
    "99999999999999999999",
    "1e999",
  ),
  fc.constantFrom("*a*", "%", "_%", "(((a{255}){255}){255})", "(a+)+$", "!!!", "a & b", "'a':*"),
  fc.array(junk, { maxLength: 4 }).map((items) => `(${items.join(",")})`),
  fc.array(junk, { maxLength: 4 }).map((items) => `{${items.join(",")}}`),
  fc.constantFrom("[1,2)", "(,)", "[2026-01-01,]", "{}", "[]", '{"a":1}', '[{"a":"b"}]'),
);

/** Operators with matching values. */
const suitable = fc.oneof(
  fc.tuple(
    fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte", "isdistinct"),
    fc.constantFrom("1", "50", "skill 7", "2026-01-01"),
  ),
  fc.tuple(fc.constantFrom("like", "ilike"), fc.constantFrom("*a*", "skill%", "_", "*")),
  fc.tuple(fc.constant("is"), fc.constantFrom("null", "not_null", "true")),
  fc.tuple(fc.constant("in"), fc.constantFrom("(1,2)", '("skill 7","a,b")', "()")),
  fc.tuple(fc.constantFrom("cs", "cd", "ov"), fc.constantFrom("{a}", "{a,b}", "{}")),
  fc.tuple(fc.constantFrom("fts", "plfts", "wfts"), fc.constantFrom("skill", "a | b")),
);

const anyOperator = fc.constantFrom(
  ...["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "is", "in"],
  ...["isdistinct", "cs", "cd", "ov", "sl", "sr", "nxl", "nxr", "adj"],
  ...["fts", "plfts", "phfts", "wfts", "fts(english)", "fts(nonsense)", "wfts(pg_catalog.simple)"],
  ...["eq(any)", "like(all)", "gt(any)", "match(any)", "nonsense", "EQ", ""],
);

const test = fc
  .tuple(
    mostly(fc.constantFrom("", "", "not."), fc.constant("not.not.")),
    fc.oneof(
      { weight: 3, arbitrary: suitable },
      { weight: 1, arbitrary: fc.tuple(anyOperator, value) },
    ),
  )
  .map(([not, [name, operand]]) => `${not}${name}.${operand}`);

export const condition = (table: string) =>
  fc
    .tuple(columnOf(table), mostly(fc.constant(""), jsonPath), test)
    .map(([column, path, asked]) => [`${column}${path}`, asked] as const);

export function logic(table: string, depth: number): fc.Arbitrary<string> {
  const one = condition(table).map((pair) => pair.join("."));
  const nested =
    depth > 0
      ? fc
          .tuple(fc.constantFrom("and", "or", "not.and", "not.or"), logic(table, depth - 1))
          .map(([name, inner]) => `${name}${inner}`)
      : one;
  return fc
    .array(fc.oneof(one, nested), { minLength: 1, maxLength: 3 })
    .map((items) => `(${items.join(",")})`);
}
