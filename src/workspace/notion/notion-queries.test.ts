import { describe, expect, it } from "vitest";
import { NotionError } from "./notion-api.ts";
import { textsOf } from "./notion-queries.ts";

const REPLACED =
  "Connection to Notion failed. This could be due to incorrect API keys or the integration not being shared with the database in Notion.";
const NON_2XX = "Edge Function returned a non-2xx status code";

describe("textsOf", () => {
  it("names the settings, with a hint, when they are wrong", () => {
    const texts = textsOf(
      new NotionError(NON_2XX, {
        status: 502,
        reason: "settings",
        detail: "API token is invalid.",
      }),
    );
    expect(texts.message).toBe(REPLACED);
    expect(texts.hint).toContain("integration token and the database id must be correct");
    expect(texts.detail).toBe("API token is invalid.");
  });

  it.each([
    ["outage", 502, "Notion did not answer in time.", "Notion did not answer in time."],
    ["outage", 502, "", "The server answered with status 502."],
    ["session", 401, "Only the workspace user reads these notes.", /^Only the workspace user/],
  ] as const)("reports an %s (%i, %j) without the settings", (reason, status, detail, message) => {
    const texts = textsOf(new NotionError(NON_2XX, { status, reason, detail }));
    expect(texts.message).toMatch(message);
    expect(texts).toMatchObject({ advice: null, hint: null, detail: null });
  });

  it("reports being offline without the settings", () => {
    const texts = textsOf(new NotionError("Failed to fetch", { reason: "offline" }));
    expect(texts.message).toMatch(/^You're offline\./);
    expect(texts).toMatchObject({ advice: null, hint: null });
  });

  it.each([
    [new Error("Failed to fetch"), "The server could not be reached."],
    [new NotionError(NON_2XX, { status: 500 }), "The server answered with status 500."],
    [new NotionError(NON_2XX, { status: 500, detail: "Broken." }), "Broken."],
  ])("puts the known cause of %s before the settings", (error, message) => {
    const texts = textsOf(error);
    expect(texts).toMatchObject({ message, advice: REPLACED });
    expect(texts.hint).not.toBeNull();
  });

  it("keeps any other message", () => {
    const error = new NotionError("The answer could not be read.");
    expect(textsOf(error)).toMatchObject({ message: error.message, advice: null, hint: null });
  });
});
