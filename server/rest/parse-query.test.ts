import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { parseQuery } from "./parse-query.ts";
import type { Condition } from "./query.ts";

const parse = (search: string, isCall = false) => parseQuery(new URLSearchParams(search), isCall);
const where = (search: string) => parse(search).level.where;
const path = (column: string, ...keys: (string | number)[]) => ({
  column,
  keys: keys.map((key) => ({ key, asText: false })),
});
const test = (column: string, operator: string, value: string, negated = false) =>
  ({ kind: "test", negated, path: path(column), operator, value }) as Condition;

describe("parseQuery", () => {
  it("parseQuery reads columns, aliases, JSON paths and casts", () => {
    expect(
      parse("select=*,name,title:name,entry->level,entry->tags->0,at::text").level.select,
    ).toEqual([
      { kind: "all" },
      { kind: "value", path: path("name"), alias: null, cast: null },
      { kind: "value", path: path("name"), alias: "title", cast: null },
      { kind: "value", path: path("entry", "level"), alias: null, cast: null },
      { kind: "value", path: path("entry", "tags", 0), alias: null, cast: null },
      { kind: "value", path: path("at"), alias: null, cast: "text" },
    ]);
  });

  it("parseQuery selects all columns by default", () => {
    expect(parse("").level.select).toEqual([{ kind: "all" }]);
  });

  it("parseQuery reads embedded tables with the conditions of their rows", () => {
    const search =
      "select=id,group:skill_categories!skills_category_id_fkey!inner(name,skills(id))&group.name=eq.a&group.skills.order=name.desc&skill_categories.limit=2";
    expect(parse(search).level.select[1]).toMatchObject({
      kind: "embed",
      relation: "skill_categories",
      alias: "group",
      hint: "skills_category_id_fkey",
      inner: true,
      level: {
        where: [test("name", "eq", "a")],
        limit: 2,
        select: [
          { kind: "value" },
          {
            kind: "embed",
            level: { order: [{ path: path("name"), descending: true, nulls: null }] },
          },
        ],
      },
    });
  });

  it("parseQuery reads conditions, whatever their values contain", () => {
    expect(where("name=eq.a.b,(c)&level=not.gte.5&position=is.null")).toEqual([
      test("name", "eq", "a.b,(c)"),
      test("level", "gte", "5", true),
      test("position", "is", "null"),
    ]);
    const of = (values: string[]) => [{ kind: "in", negated: false, path: path("id"), values }];
    expect(where('id=in.(a,"b,c","d\\"e", f)')).toEqual(of(["a", "b,c", 'd"e', " f"]));
    expect(where("id=in.()")).toEqual(of([]));
  });

  it("parseQuery reads nested conditions", () => {
    expect(
      where('or=(a.eq.1,and(b.not.is.true,c.in.(1,2)),not.or(d.cs.{x,y},e.like."*,*"))'),
    ).toEqual([
      {
        kind: "any",
        negated: false,
        of: [
          test("a", "eq", "1"),
          {
            kind: "all",
            negated: false,
            of: [
              test("b", "is", "true", true),
              { kind: "in", negated: false, path: path("c"), values: ["1", "2"] },
            ],
          },
          { kind: "any", negated: true, of: [test("d", "cs", "{x,y}"), test("e", "like", "*,*")] },
        ],
      },
    ]);
    expect(where("not.and=(a.eq.1)")).toMatchObject([{ kind: "all", negated: true }]);
  });

  it("parseQuery reads order, limit and offset", () => {
    const { order, limit, offset } = parse(
      "order=a.desc.nullslast,b,c->x.asc.nullsfirst&limit=10&offset=20",
    ).level;
    expect([limit, offset]).toEqual([10, 20]);
    expect(order).toEqual([
      { path: path("a"), descending: true, nulls: "last" },
      { path: path("b"), descending: false, nulls: null },
      { path: path("c", "x"), descending: false, nulls: "first" },
    ]);
  });

  it("parseQuery reads the columns and the conflict target of a body", () => {
    const { columns, onConflict } = parse('columns="id","a b"&on_conflict=key,name');
    expect([columns, onConflict]).toEqual([
      ["id", "a b"],
      ["key", "name"],
    ]);
  });

  it("parseQuery distinguishes a function's arguments from conditions", () => {
    const { plain, level } = parse("days=7&name=eq.a&limit=1", true);
    expect([...plain]).toEqual([["days", "7"]]);
    expect([level.where, level.limit]).toEqual([[test("name", "eq", "a")], 1]);
  });

  it.each([
    'select="name',
    "select=a(",
    "select=a(b",
    "select=a)",
    "select=...a(b)",
    "select=level.sum()",
    "name=fts.!!!",
    "name=noop.1",
    "name=1",
    "name=is.5",
    "or=(",
    "or=a.eq.1",
    "order=name.up",
    "order=a(b)",
    "limit=1e3",
    "offset=99999999999999999999",
    "id=in.(",
    "id=in.(1))",
    "unknown.name=eq.1",
    "=eq.1",
  ])("parseQuery refuses %s with 400 and a short text", (search) => {
    let refusal: unknown;
    try {
      parse(search);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 400, code: "PGRST100" });
    expect((refusal as ApiError).message.length).toBeLessThan(200);
  });

  it("parseQuery quotes at most 100 characters of invalid input", () => {
    expect(() => parse(`name=${"x".repeat(5000)}`)).toThrow(/^.{100,180}$/);
  });
});
