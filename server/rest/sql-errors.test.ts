import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { statusOf, toApiError } from "./sql-errors.ts";

describe("statusOf", () => {
  it.each([
    ["23514", 400],
    ["23502", 400],
    ["22P02", 400],
    ["P0001", 400],
    ["21000", 500],
    ["23503", 409],
    ["23505", 409],
    ["25006", 405],
    ["28000", 403],
    ["40001", 500],
    ["53300", 503],
    ["53400", 500],
    ["57014", 500],
    ["57P01", 503],
    ["08006", 503],
    ["P0002", 500],
    ["XX000", 500],
    ["42883", 404],
    ["42P17", 500],
  ])("answers %s with %i, as PostgREST does", (code, status) => {
    expect(statusOf(code)).toBe(status);
  });
});

describe("toApiError", () => {
  const violation = Object.assign(new Error("violates check constraint"), {
    code: "23514",
    detail: "Failing row contains (a private message).",
  });

  it("carries code, message, details and status the way the engine passes on untouched", () => {
    const { code, message, detail } = toApiError(violation) as Record<string, string>;
    expect(code).toBe("PGRST");
    expect(JSON.parse(message ?? "")).toEqual({
      code: "23514",
      message: "violates check constraint",
      details: "Failing row contains (a private message).",
      hint: null,
    });
    expect(JSON.parse(detail ?? "")).toEqual({ status: 400, headers: {} });
  });

  it("never prints what the row holds", () => {
    expect(inspect(toApiError(violation))).toBe("Data API: 23514 violates check constraint");
  });

  it("says plainly that the disk is full, and keeps the file's name for the log", () => {
    const full = {
      code: "53100",
      message: 'could not extend file "base/5/16720": No space left on device',
      hint: "Check free disk space.",
    };
    const answered = toApiError(full) as Record<string, string>;
    expect(JSON.parse(answered.message ?? "")).toEqual({
      code: "53100",
      message: "The disk is full. Nothing was saved.",
      details: null,
      hint: null,
    });
    expect(JSON.parse(answered.detail ?? "").status).toBe(503);
    expect(inspect(answered)).toContain("base/5/16720");
  });

  it("prints one short line whatever a visitor has sent", () => {
    const sent = `nobody"\n2026 Foyer stops.\u001b]0;title\u0007\u009b2J${"x".repeat(100_000)}`;
    const refused = { code: "22P02", message: `invalid input syntax for type uuid: "${sent}` };
    const line = inspect(toApiError(refused));
    expect(line).toMatch(
      /^Data API: 22P02 invalid input syntax for type uuid: "nobody"\\u000a2026/,
    );
    expect(line).toContain("\\u001b]0;title\\u0007\\u009b2J");
    expect(line).not.toMatch(/\p{Cc}/u);
    expect(line.length).toBeLessThan(400);
  });

  it("leaves alone what the engine answers rightly and what is no database error", () => {
    const refused = Object.assign(new Error("no"), { code: "PT429" });
    expect(toApiError(refused)).toMatchObject({ code: "PT429", message: "no" });
    const other = new Error("connection lost");
    expect(toApiError(other)).toBe(other);
  });
});
