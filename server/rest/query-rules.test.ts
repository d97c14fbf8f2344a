import { describe, expect, it } from "vitest";
import type { Role } from "../auth/caller.ts";
import { parseQuery } from "./parse-query.ts";
import { checkQuery } from "./query-rules.ts";

const list = (length: number) => Array.from({ length }, (_, n) => `column_${n}`).join();
const check = (search: string, role: Role = "anon") =>
  checkQuery(parseQuery(new URLSearchParams(search)).level, role, 3);

describe("checkQuery", () => {
  it.each([
    ["nothing", ""],
    ["the widest list", `select=${list(120)}`],
    ["all columns three times", "select=*,*,*"],
    ["six embedded tables", `select=${"abcdef".split("").map((name) => `${name}(*)`)}`],
    ["a filter for a word that looks like an operator", "name=eq.match"],
  ])("checkQuery accepts %s from a visitor", (_name, search) => {
    expect(() => check(search)).not.toThrow();
  });

  it.each([
    ["a cast", "select=name::text"],
    ["a cast deep inside", "select=a(b(c::x))"],
    ["121 columns", `select=${list(121)}`],
    [
      "columns of all lists together",
      `select=${"abcde".split("").map((name) => `${name}(${list(25)})`)}`,
    ],
    ["one column under four names", "select=a:name,b:name,c:name,d:name"],
    ["seven embedded tables", `select=${"abcdefg".split("").map((name) => `${name}(id)`)}`],
    ["a regular expression", "or=(name.not.imatch.a,id.eq.1)"],
    ["one inside", "select=a(id)&a.name=match.a"],
  ])("checkQuery rejects %s from a visitor", (_name, search) => {
    expect(() => check(search)).toThrow(/^(The query|Casts|Regular)/);
  });

  it("checkQuery allows signed-in users casts to the listed types, in any spelling", () => {
    for (const cast of ["text", " TEXT ", "timestamp with time zone", "int8"]) {
      expect(() => check(`select=a::${cast}`, "authenticated")).not.toThrow();
    }
    for (const cast of ['"bit(83886080)"', '"text[]"', "char", "text collate x"]) {
      expect(() => check(`select=a::${cast}`, "service_role")).toThrow("Casts to this type");
    }
  });
});
