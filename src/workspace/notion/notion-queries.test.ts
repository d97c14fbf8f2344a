import { describe, expect, it } from "vitest";
import { NotionError, textsOf } from "./notion-queries.ts";

const SETTINGS = /^Connection to Notion failed\. This could be due to incorrect API keys/;
const NON_2XX = "Edge Function returned a non-2xx status code";

describe("textsOf", () => {
  it.each([
    ["outage", 502, "Notion did not answer in time.", "Notion did not answer in time."],
    ["outage", 502, "", "The server answered with status 502."],
    ["session", 401, "Only the workspace user reads these notes.", /^Only the workspace user/],
  ] as const)(
    "textsOf reports an %s (%i, %j) without the settings",
    (reason, status, detail, message) => {
      const texts = textsOf(new NotionError(NON_2XX, { status, reason, detail }));
      expect(texts.message).toMatch(message);
      expect(Object.keys(texts)).toEqual(["message"]);
    },
  );

  it.each([
    ["", "The server answered with status 500."],
    ["Broken.", "Broken."],
  ])(
    "textsOf puts the cause %j before the settings when the reason is unknown",
    (detail, message) => {
      const texts = textsOf(new NotionError(NON_2XX, { status: 500, detail }));
      expect(texts).toMatchObject({ message, advice: expect.stringMatching(SETTINGS) });
      expect(texts.hint).not.toBeNull();
    },
  );
});
