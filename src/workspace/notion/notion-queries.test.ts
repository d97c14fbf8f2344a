import { describe, expect, it } from "vitest";
import { NotionError } from "./notion-api.ts";
import { textsOf } from "./notion-queries.ts";

const REPLACED =
  "Connection to Notion failed. This could be due to incorrect API keys or the integration not being shared with the database in Notion.";

describe("a failure's texts", () => {
  it.each(["Failed to fetch", "Edge Function returned a non-2xx status code"])(
    "are replaced, with a hint, for %s",
    (message) => {
      const texts = textsOf(new NotionError(message, { detail: "API token is invalid." }));
      expect(texts.message).toBe(REPLACED);
      expect(texts.hint).toContain("integration token and the database id must be correct");
      expect(texts.detail).toBe("API token is invalid.");
      expect(textsOf(new Error(message)).detail).toBeNull();
    },
  );

  it("are the function's own words otherwise", () => {
    const error = new NotionError("Notion did not answer in time.");
    expect(textsOf(error)).toEqual({ message: error.message, hint: null, detail: null });
  });
});
