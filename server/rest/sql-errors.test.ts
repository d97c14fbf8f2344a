import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { QueryRefusedError, statusOf, toApiError } from "./sql-errors.ts";

describe("statusOf", () => {
  it.each([
    [400, ["23514", "23502", "22P02", "P0001"]],
    [403, ["28000"]],
    [404, ["42883"]],
    [405, ["25006"]],
    [409, ["23503", "23505"]],
    [500, ["21000", "40001", "53400", "57000", "P0002", "XX000", "42P17"]],
    [503, ["53300", "57P01", "08006"]],
    [504, ["57014"]],
  ])("statusOf is %i, as in PostgREST, for %j", (status, codes) => {
    for (const code of codes) expect([code, statusOf(code)]).toEqual([code, status]);
  });
});

describe("toApiError", () => {
  const violation = Object.assign(new Error("violates check constraint"), {
    code: "23514",
    detail: "Failing row contains (a private message).",
  });

  it("preserves code, message, details and status in the form the engine passes through", () => {
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

  it("toApiError never logs the row's values", () => {
    expect(inspect(toApiError(violation))).toBe("Data API: 23514 violates check constraint");
  });

  it("reports a full disk to the client, and only logs the file's name", () => {
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

  it("logs one short line regardless of the visitor's input", () => {
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

  it("toApiError does not change errors that the engine already maps correctly", () => {
    const refused = Object.assign(new Error("no"), { code: "PT429" });
    expect(toApiError(refused)).toMatchObject({ code: "PT429", message: "no" });
  });

  it.each([
    [{ code: "CONNECTION_CLOSED", message: "write CONNECTION_CLOSED /run/x" }, 503, "PGRST001"],
    [{ code: "EPIPE", message: "write EPIPE", syscall: "write" }, 503, "PGRST001"],
    [new Error('Expected ")" at position 2'), 400, "PGRST100"],
    [new QueryRefusedError("Too many"), 400, "PGRST100"],
    [new TypeError('The "string" argument must be of type string'), 400, "PGRST100"],
    [new RangeError("Maximum call stack size exceeded"), 400, "PGRST100"],
  ])("maps errors that do not come from the database: %s", (error, status, code) => {
    const answered = toApiError(error) as { message: string; detail: string };
    expect(JSON.parse(answered.detail).status).toBe(status);
    const { code: told, message } = JSON.parse(answered.message);
    expect(told).toBe(code);
    expect(message).not.toMatch(/argument|stack|\/run/);
  });

  it("quotes at most 200 characters of an unreadable query", () => {
    const answered = toApiError(new Error("x".repeat(5000))) as { message: string };
    expect(JSON.parse(answered.message).message).toHaveLength(201);
  });
});
