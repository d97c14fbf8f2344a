import { describe, expect, it } from "vitest";
import { checkQuery, type QueryAST } from "./query-rules.ts";

const columns = ["id", "name", "level"].map((name) => ({
  schema: "public",
  table: "skills",
  name,
}));
const list = (length: number) => Array.from({ length }, (_, n) => `column_${n}`);

describe("checkQuery", () => {
  it.each<[string, QueryAST]>([
    ["nothing", {}],
    ["the widest list", { select: list(120) }],
    ["all columns three times", { select: ["*", "*", "*"] }],
    ["six embedded tables", { select: list(6).map((name) => ({ [name]: { select: ["*"] } })) }],
    ["a filter for a word that looks like an operator", { where: { name: { $eq: "$regex" } } }],
  ])("accepts %s from a visitor", (_name, query) => {
    expect(() => checkQuery(query, "anon", columns)).not.toThrow();
  });

  it.each<[string, QueryAST]>([
    ["a cast", { select: [{ name: { cast: "text" } }] }],
    ["a cast before an aggregate", { select: [{ sum: { column: "level", preCast: "int8" } }] }],
    [
      "a cast deep inside",
      { select: [{ a: { select: [{ b: { select: [{ c: { cast: "x" } }] } }] } }] },
    ],
    ["121 columns", { select: list(121) }],
    [
      "columns of all lists together",
      { select: list(5).map((a) => ({ [a]: { select: list(25) } })) },
    ],
    ["one column under four names", { select: list(4).map((a) => ({ [a]: { column: "name" } })) }],
    ["seven embedded tables", { select: list(7).map((a) => ({ [a]: { select: ["id"] } })) }],
    ["a regular expression", { where: { $or: [{ name: { $not: { $iregexAny: ["a"] } } }] } }],
    ["one inside", { select: [{ a: { select: ["id"], where: { name: { $regex: "a" } } } }] }],
  ])("rejects %s from a visitor", (_name, query) => {
    expect(() => checkQuery(query, "anon", columns)).toThrow(/^(The query|Casts|Regular)/);
  });

  it("allows signed-in users casts to the listed types, in any spelling", () => {
    for (const cast of ["text", " TEXT ", "timestamp with time zone", "int8"]) {
      expect(() =>
        checkQuery({ select: [{ a: { cast } }] }, "authenticated", columns),
      ).not.toThrow();
    }
    for (const cast of ["bit(83886080)", "text[]", "char", "text collate x", ""]) {
      expect(() => checkQuery({ select: [{ a: { cast } }] }, "service_role", columns)).toThrow();
    }
  });
});
