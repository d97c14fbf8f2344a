import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  DATABASE_ID,
  type FakeNotion,
  NOTION_TOKEN,
  notionPage,
  notShared,
  rateLimited,
  refusal,
  startFakeNotion,
  type Trick,
  unauthorized,
} from "../../../tests/support/fakes/fake-notion.ts";
import { listNotes, type NotionConnection } from "./list-notes.ts";

let notion: FakeNotion;
beforeAll(async () => {
  notion = await startFakeNotion();
});
beforeEach(() => notion.reset());
afterAll(() => notion.stop());

const BOUNDS = { request: 2_000, total: 20_000, size: 64 * 1024 };

const list = (connection: Partial<NotionConnection> = {}) =>
  listNotes(
    { token: NOTION_TOKEN, databaseId: DATABASE_ID, baseUrl: notion.url, ...connection },
    BOUNDS,
  );

const answer = (body: unknown): Trick => ({ status: 200, body });
/** The database is found, then its rows are returned as the given body. */
const thenAnswer = (body: unknown) => {
  notion.tricks = [
    answer({ object: "database", data_sources: [{ id: "s" }] }),
    { status: 200, body },
  ];
};
const emptyList = { object: "list", results: [], next_cursor: null, has_more: false };

describe("the notes of a database", () => {
  it("the notes of a database are read page by page, last edited first", async () => {
    const pages = Array.from({ length: 7 }, (_, index) => notionPage(index));
    Object.assign(notion, { pages, pageSize: 3 });
    expect((await list()).map(({ title }) => title)).toEqual(
      pages.map((_, index) => `Note ${index}`),
    );
    const cursors = notion.asked.map(({ body }) => body.start_cursor);
    expect(cursors).toEqual([undefined, undefined, "3", "6"]);
    expect(notion.asked[1]?.body).toEqual({
      page_size: 100,
      sorts: [{ timestamp: "last_edited_time", direction: "descending" }],
    });
  });

  it.each([
    DATABASE_ID.replaceAll("-", ""),
    `https://www.notion.so/ada/Notes-${DATABASE_ID.replaceAll("-", "")}?v=1`,
    ` ${DATABASE_ID.toUpperCase()} `,
  ])("the notes of a database are found by %j", async (databaseId) => {
    notion.pages = [notionPage(1)];
    expect(await list({ databaseId, baseUrl: `${notion.url}/` })).toHaveLength(1);
  });

  it("the notes of a database come from all of its data sources, without duplicates, last edited first", async () => {
    const rows = (...results: unknown[]) => answer({ ...emptyList, results });
    notion.tricks = [
      answer({ object: "database", data_sources: [{ id: "a" }, { id: "b" }] }),
      rows(notionPage(1), notionPage(2)),
      rows({ ...notionPage(3), last_edited_time: "2026-11-20T12:00:00.000Z" }, notionPage(2)),
    ];
    expect((await list()).map(({ title }) => title)).toEqual(["Note 3", "Note 1", "Note 2"]);
    expect(notion.asked.slice(1).map(({ route }) => route)).toEqual([
      "POST /v1/data_sources/a/query",
      "POST /v1/data_sources/b/query",
    ]);
  });

  it("the notes of a database do not include rows that are not pages", async () => {
    notion.pages = [null, 3, { object: "data_source", id: "x" }, notionPage(1), { object: "page" }];
    expect((await list()).map(({ title }) => title)).toEqual(["Note 1"]);
  });
});

describe("Notion's rate limits", () => {
  it("Notion's rate limits are respected by retrying after the requested time", async () => {
    notion.pages = [notionPage(1)];
    notion.tricks = [rateLimited(1)];
    const before = Date.now();
    expect(await list()).toHaveLength(1);
    expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
  });

  it("Notion's rate limits end the call immediately when the requested pause exceeds the remaining time", async () => {
    notion.always = rateLimited(60);
    await expect(list()).rejects.toThrow(/^Notion asks for fewer requests\./);
    expect(notion.asked).toHaveLength(1);
  });

  it("Notion's rate limits end the call when they persist", async () => {
    notion.always = rateLimited(0);
    await expect(list()).rejects.toThrow(/^Notion asks for fewer requests\./);
    expect(notion.asked).toHaveLength(4);
  });
});

describe("every Notion error becomes one sentence", () => {
  it.each([
    ["a wrong token", () => list({ token: "ntn_wrong" }), "API token is invalid."],
    ["no such database", () => list({ databaseId: "x" }), "Could not find database."],
    [
      "no Notion there",
      () => list({ baseUrl: "http://127.0.0.1:9" }),
      "Notion could not be reached.",
    ],
  ])("one sentence reports Notion's error: %s", async (_what, attempt, text) => {
    await expect(attempt()).rejects.toMatchObject({ name: "NotionFailure", message: text });
  });

  const LOST = "Notion's answer could not be read.";
  const badGateway: Trick = { status: 502, body: "<html>Bad gateway" };
  const endless = `{"data_sources":[],"x":"${"x".repeat(70_000)}"}`;
  it.each<[string, Trick, string, ("settings" | "outage")?]>([
    ["refused", unauthorized, "API token is invalid.", "settings"],
    ["not shared", notShared, "Could not find database.", "settings"],
    ["not a uuid", refusal(400, "validation_error", "Not a uuid."), "Not a uuid.", "settings"],
    ["broken", badGateway, "Request to Notion API failed with status: 502", "outage"],
    ["out of order", refusal(400, "validation_error", "x".repeat(999)), "x".repeat(300)],
    ["silent", "hang", "Notion did not answer in time.", "outage"],
    ["cut off", "cut", "Notion could not be reached.", "outage"],
    ["no JSON", answer("<html>Hello"), LOST],
    ["null", answer("null"), LOST],
    ["another thing", answer({ object: "page" }), LOST],
    ["without end", answer(endless), "Notion's answer is too large."],
  ])("one sentence reports that the database is %s", async (_what, trick, message, reason) => {
    notion.tricks = [trick];
    const failure = { name: "NotionFailure", message, ...(reason && { reason }) };
    await expect(list()).rejects.toMatchObject(failure);
  });

  it.each<[string, unknown, string?]>([
    ["no list", { object: "list" }],
    ["no rows", { ...emptyList, results: "many" }],
    ["more without saying where", { ...emptyList, has_more: true, next_cursor: "" }],
    ["a cursor that is none", { ...emptyList, has_more: true, next_cursor: { at: 1 } }],
    [
      "an incomplete list",
      { ...emptyList, request_status: { type: "incomplete" } },
      "The database holds more notes than Notion lists at once.",
    ],
  ])("one sentence reports invalid rows: %s", async (_what, body, message = LOST) => {
    thenAnswer(body);
    await expect(list()).rejects.toMatchObject({ name: "NotionFailure", message });
  });

  it("one sentence reports that the cursors form a loop", async () => {
    thenAnswer({ ...emptyList, has_more: true, next_cursor: "again" });
    notion.always = answer({ ...emptyList, has_more: true, next_cursor: "again" });
    await expect(list()).rejects.toMatchObject({ message: LOST });
    expect(notion.asked).toHaveLength(3);
  });
});
