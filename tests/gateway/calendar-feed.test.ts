import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Person,
  service,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let user: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  user = await signInWorkspaceUser(gateway);
  const other = await signInStranger(gateway);
  const day = new Date(Date.now() + 86_400_000).toISOString();
  await gateway.database.sql`insert into workspace_tasks ${gateway.database.sql([
    { user_id: user.id, title: "Pay; the, rent", description: "x".repeat(600), due_date: day },
    { user_id: user.id, title: "Someday", description: null, due_date: null },
    { user_id: user.id, title: "Long ago", description: null, due_date: "2020-01-01" },
    { user_id: user.id, title: "Never", description: null, due_date: "infinity" },
    { user_id: other.id, title: "Of somebody else", description: null, due_date: day },
  ])}`;
});
beforeEach(() => gateway.database.sql`delete from calendar_feeds`);
afterAll(() => gateway.stop());

async function createFeed(): Promise<string> {
  const { data, error } = await user.client.rpc("create_calendar_feed");
  if (error) throw error;
  return data;
}

/** Reads the feed like a calendar, without a key. */
const read = (query: string, init?: RequestInit) =>
  fetch(`${gateway.url}/functions/v1/calendar-feed${query}`, init);

async function titlesOf(response: Response) {
  const calendar = new ICAL.Component(ICAL.parse(await response.text()));
  return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event).summary);
}

describe("the calendar of tasks", () => {
  it("the calendar of tasks has the user's tasks with a due date, and the time it was read", async () => {
    const token = await createFeed();
    const response = await read(`?token=${token}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await titlesOf(response)).toEqual(["Pay; the, rent"]);
    const { data } = await user.client.from("calendar_feeds").select("*").single();
    expect(Date.now() - Date.parse(data?.last_read_at)).toBeLessThan(60_000);
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it("the calendar of tasks answers every token but the current one alike", async () => {
    const replaced = await createFeed();
    const token = await createFeed();
    const { data } = await user.client.from("calendar_feeds").select("token_hash").single();
    const states: Record<string, () => Promise<string> | string> = {
      "no token": () => "",
      "an empty one": () => "?token=",
      "a short one": () => "?token=abc",
      "one that never was": () => `?token=${"0".repeat(64)}`,
      "the stored hash": () => `?token=${data?.token_hash}`,
      "upper case": () => `?token=${token.toUpperCase()}`,
      "one that was replaced": () => `?token=${replaced}`,
      "that of a user without the role": async () => {
        await gateway.database.sql`delete from private.members where user_id = ${user.id}`;
        return `?token=${token}`;
      },
      "a revoked one": async () => {
        await gateway.database
          .sql`insert into private.members (user_id, role) values (${user.id}, 'workspace')`;
        expect((await read(`?token=${token}`)).status).toBe(200);
        await user.client.from("calendar_feeds").delete().eq("user_id", user.id);
        return `?token=${token}`;
      },
    };
    for (const [state, query] of Object.entries(states)) {
      const response = await read(await query());
      expect([state, response.status, await response.json()]).toEqual([
        state,
        404,
        { error: "There is no calendar at this address." },
      ]);
    }
  });

  it("the calendar of tasks is the same to the byte until a task changes", async () => {
    const token = await createFeed();
    const first = await read(`?token=${token}`);
    const text = await first.text();
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await read(`?token=${token}`);
    expect([await again.text(), again.headers.get("etag")]).toEqual([text, etag]);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const unchanged = await read(`?token=${token}`, { headers: { "if-none-match": tags } });
      expect([unchanged.status, unchanged.headers.get("etag")]).toEqual([304, etag]);
      expect(await unchanged.text()).toBe("");
    }
    const tasks = () => user.client.from("workspace_tasks");
    const { data: row } = await tasks().select().eq("title", "Pay; the, rent").single();
    // The feed does not contain board positions.
    await tasks().update({ order: 7 }).eq("id", row?.id);
    expect(await (await read(`?token=${token}`)).text()).toBe(text);
    await tasks().update({ priority: "high" }).eq("id", row?.id);
    const changed = await read(`?token=${token}`, { headers: { "if-none-match": etag } });
    expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
    const calendar = new ICAL.Component(ICAL.parse(await changed.text()));
    const stamp = calendar.getFirstSubcomponent("vevent")?.getFirstPropertyValue("dtstamp");
    const { data: stored } = await tasks().select().eq("id", row?.id).single();
    expect(String(stamp)).toBe(`${stored?.updated_at.slice(0, 19)}Z`);
    expect(stored && row && stored.updated_at > row.updated_at).toBe(true);
  });

  it("the calendar of tasks answers HEAD with the headers of GET", async () => {
    const token = await createFeed();
    for (const query of [`?token=${token}`, `?token=${"0".repeat(64)}`]) {
      const whole = await read(query);
      const head = await read(query, { method: "HEAD" });
      const summary = ({ status, headers }: Response) => [
        status,
        ...["etag", "content-type", "cache-control"].map((name) => headers.get(name)),
      ];
      expect(summary(head)).toEqual(summary(whole));
      expect(await head.text()).toBe("");
    }
  });

  it("the calendar of tasks is read-only", async () => {
    const token = await createFeed();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await read(`?token=${token}`, { method })).status).toBe(405);
    }
  });

  it("the calendar of tasks has at most 2,000 tasks, of bounded length", async () => {
    const token = await createFeed();
    const { sql } = gateway.database;
    await sql`insert into workspace_tasks (user_id, title, description, due_date, "order")
      select ${user.id}, repeat('漢', 500), repeat('漢', 20000), now(), n from generate_series(10, 2600) n`;
    try {
      const text = await (await read(`?token=${token}`)).text();
      expect(text.split("BEGIN:VEVENT")).toHaveLength(2001);
      expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024 * 1024);
    } finally {
      await sql`delete from workspace_tasks where title like '漢%'`;
    }
  });

  it("the calendar of tasks is readable only with the secret key in the database", async () => {
    const { error } = await user.client.rpc("read_calendar_feed", { token_hash: "x" });
    expect(error?.code).toBe("42501");
    const { data } = await service(gateway).rpc("read_calendar_feed", { token_hash: "x" });
    expect(data).toBeNull();
  });
});
