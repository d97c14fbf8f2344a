import { describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { statusOf, toApiError } from "./database-error.ts";

describe("statusOf", () => {
  it.each([
    [400, ["23514", "23502", "22P02", "P0001"]],
    [403, ["28000", "42501"]],
    [404, ["42883"]],
    [405, ["25006"]],
    [409, ["23503", "23505", "PT409"]],
    [500, ["21000", "40001", "53400", "57000", "P0002", "XX000", "42P17"]],
    [503, ["53300", "57P01", "08006"]],
    [504, ["57014"]],
  ])("statusOf is %i, as in PostgREST, for %j", (status, codes) => {
    for (const code of codes)
      expect([code, statusOf(code, "authenticated")]).toEqual([code, status]);
  });

  it("statusOf asks an anonymous caller without rights to sign in", () => {
    expect(statusOf("42501", "anon")).toBe(401);
  });
});

describe("toApiError", () => {
  const refuse = (error: unknown) => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      return { refusal: toApiError(error, "anon"), lines: printed.mock.calls.flat() as string[] };
    } finally {
      printed.mockRestore();
    }
  };
  const violation = Object.assign(new Error("violates check constraint"), {
    code: "23514",
    detail: "Failing row contains (a private message).",
  });

  it("toApiError preserves code, message, details and status", () => {
    expect(refuse(violation).refusal).toMatchObject({
      status: 400,
      code: "23514",
      message: "violates check constraint",
      details: "Failing row contains (a private message).",
      hint: null,
    });
  });

  it("toApiError never logs the row's values", () => {
    expect(refuse(violation).lines).toEqual(["Data API: 23514 violates check constraint"]);
  });

  it("toApiError reports a full disk to the client, and only logs the file's name", () => {
    const { refusal, lines } = refuse({
      code: "53100",
      message: 'could not extend file "base/5/16720": No space left on device',
      hint: "Check free disk space.",
    });
    expect(refusal).toMatchObject({
      status: 503,
      message: "The disk is full. Nothing was saved.",
      hint: null,
    });
    expect(lines[0]).toContain("base/5/16720");
  });

  it("toApiError logs one short line regardless of the visitor's input", () => {
    const sent = `nobody"\n2026 Foyer stops.\u001b]0;title\u0007\u009b2J${"x".repeat(100_000)}`;
    const message = `invalid input syntax for type uuid: "${sent}`;
    const [line = ""] = refuse({ code: "22P02", message }).lines;
    expect(line).toMatch(
      /^Data API: 22P02 invalid input syntax for type uuid: "nobody"\\u000a2026/,
    );
    expect(line).toContain("\\u001b]0;title\\u0007\\u009b2J");
    expect(line).not.toMatch(/\p{Cc}/u);
    expect(line.length).toBeLessThan(400);
  });

  it("toApiError returns complete refusals unchanged", () => {
    const refused = new ApiError(400, "PGRST100", "no");
    expect(refuse(refused)).toEqual({ refusal: refused, lines: [] });
  });

  it.each([
    { code: "CONNECTION_CLOSED", message: "write CONNECTION_CLOSED /run/x" },
    { code: "EPIPE", message: "write EPIPE", syscall: "write" },
    new TypeError('The "string" argument must be of type string'),
  ])("toApiError throws errors that are not the database's: %s", (error) => {
    expect(() => toApiError(error, "anon")).toThrow(error as Error);
  });
});
