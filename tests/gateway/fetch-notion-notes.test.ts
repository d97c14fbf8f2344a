import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  DATABASE_ID,
  type FakeNotion,
  NOTION_TOKEN,
  notionPage,
  startFakeNotion,
  unauthorized,
} from "../support/fakes/fake-notion.ts";
import {
  type Person,
  service,
  signInOwner,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  visitor,
} from "../support/sites/gateway.ts";

let notion: FakeNotion;
let gateway: TestGateway;
let owner: Person;
let stranger: Person;
let user: Person;

beforeAll(async () => {
  notion = await startFakeNotion();
  gateway = await startTestGateway({ environment: environment(notion) });
  owner = await signInOwner(gateway);
  stranger = await signInStranger(gateway);
  user = await signInWorkspaceUser(gateway);
});
beforeEach(async () => {
  notion.reset();
  await gateway.database.sql`delete from private.notion_notes`;
});
afterAll(async () => {
  await gateway.stop();
  await notion.stop();
});

const environment = ({ url }: FakeNotion) => ({
  NOTION_TOKEN,
  NOTION_DATABASE_ID: DATABASE_ID,
  NOTION_BASE_URL: url,
});

/** The function's response to a call without a body. */
async function read(client: SupabaseClient = user.client) {
  const { data, error } = await client.functions.invoke("fetch-notion-notes");
  const response = error?.context as Response | undefined;
  return { status: response?.status ?? 200, body: response ? await response.json() : data };
}

const titlesOf = ({ notes }: { notes: { title: string }[] }) => notes.map(({ title }) => title);

describe("the notes from Notion", () => {
  it("the notes from Notion never contain the token, whatever Notion returns", async () => {
    notion.pages = [notionPage(1)];
    const answers = [await read()];
    notion.always = unauthorized;
    answers.push(await read());
    expect(answers.map(({ status }) => status)).toEqual([200, 502]);
    expect(JSON.stringify(answers)).not.toContain(NOTION_TOKEN);
  });

  it("the notes from Notion are requested from Notion for the workspace user only", async () => {
    expect((await read(visitor(gateway))).status).toBe(401);
    expect((await read(service(gateway))).status).toBe(401);
    expect((await read(stranger.client)).status).toBe(403);
    expect((await read(owner.client)).status).toBe(403);
    const { sql } = gateway.database;
    const sessions = await sql`delete from auth.sessions where user_id = ${user.id} returning *`;
    try {
      expect(await read()).toEqual({
        status: 401,
        body: { error: "Only the workspace user reads these notes." },
      });
    } finally {
      await sql`insert into auth.sessions ${sql(sessions)}`;
    }
    expect(notion.asked).toEqual([]);
    expect((await read()).status).toBe(200);
  });
});

describe("when Notion fails", () => {
  it("fetch-notion-notes returns the reason of a failure, without cached notes if there are none", async () => {
    notion.always = unauthorized;
    expect(await read()).toEqual({
      status: 502,
      body: { error: "API token is invalid.", reason: "settings", kept: null },
    });
  });

  it("fetch-notion-notes returns the cached notes of the last success when Notion fails, after a restart too", async () => {
    notion.pages = [notionPage(1), notionPage(2)];
    const before = Date.now();
    await read();
    notion.always = unauthorized;
    const { status, body } = await read();
    expect([status, body.error]).toEqual([502, "API token is invalid."]);
    expect(titlesOf(body.kept)).toEqual(["Note 1", "Note 2"]);
    expect(Date.parse(body.kept.syncedAt)).toBeGreaterThan(before - 60_000);

    const second = await startTestGateway({
      database: gateway.database,
      secrets: gateway.secrets,
      // The public URL stays the same, and thus the issuer of the tokens.
      environment: { ...environment(notion), FOYER_PUBLIC_URL: gateway.url },
    });
    try {
      const { data } = await user.client.auth.getSession();
      const response = await fetch(`${second.url}/functions/v1/fetch-notion-notes`, {
        method: "POST",
        headers: {
          apikey: gateway.secrets.publishableKey,
          authorization: `Bearer ${data.session?.access_token}`,
        },
      });
      expect(response.status).toBe(502);
      expect(titlesOf((await response.json()).kept)).toEqual(["Note 1", "Note 2"]);
    } finally {
      await second.stop();
    }
  });

  it("fetch-notion-notes returns notes that could not be cached", async () => {
    const { sql } = gateway.database;
    await sql`alter table private.notion_notes add constraint full_disk check (false) not valid`;
    try {
      notion.pages = [notionPage(1)];
      const { status, body } = await read();
      expect([status, body.notes.length]).toEqual([200, 1]);
      expect(await sql`select from private.notion_notes`).toHaveLength(0);
    } finally {
      await sql`alter table private.notion_notes drop constraint full_disk`;
    }
  });
});

it("fetch-notion-notes reports that no database is connected", async () => {
  const unconnected = await startTestGateway();
  try {
    const someone = await signInWorkspaceUser(unconnected);
    expect(await read(someone.client)).toEqual({
      status: 503,
      body: {
        error:
          "Notion is not connected: NOTION_TOKEN and NOTION_DATABASE_ID have to be set on the server.",
        reason: "settings",
      },
    });
  } finally {
    await unconnected.stop();
  }
});
