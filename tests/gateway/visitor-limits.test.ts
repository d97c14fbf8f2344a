import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  forgetEverybody,
  signInOwner,
  startTestGateway,
  type TestGateway,
  visitor,
} from "../support/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { FOYER_TRUST_PROXY: "on" } });
});
afterAll(() => gateway.stop());
beforeEach(() => forgetEverybody(gateway));

const message = {
  name: "Ada",
  email: "ada@example.test",
  subject: "Hello",
  message: "A question",
  is_read: false,
};

function post(
  relation: string,
  body: unknown,
  {
    address = "203.0.113.7",
    headers = {} as Record<string, string>,
    method = "POST",
    query = "",
  } = {},
): Promise<Response> {
  return fetch(`${gateway.url}/rest/v1/${relation}${query}`, {
    method,
    headers: {
      apikey: gateway.secrets.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": address,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function count(table: "messages" | "visits"): Promise<number> {
  const { sql } = gateway.database;
  const [row] = await sql<{ n: number }[]>`select count(*) as n from ${sql(table)}`;
  return row?.n ?? -1;
}

/** Moves every counted hit into the past, as waiting would. */
async function pass(seconds: number) {
  await gateway.database.sql`update gateway.rate_limits set hits = (
    select coalesce(array_agg(hit - make_interval(secs => ${seconds}) order by hit), '{}')
    from unnest(hits) as hit)`;
}

describe("messages", () => {
  it("are five in ten minutes per address, then refused in words for the visitor", async () => {
    for (let n = 1; n <= 5; n++) expect((await post("messages", message)).status).toBe(201);
    const refused = await post("messages", message);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      code: "PT429",
      details: null,
      hint: null,
      message: "You have sent several messages in a short time. Please try again in 10 minutes.",
    });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
    expect((await post("messages", message, { address: "203.0.113.8" })).status).toBe(201);
    expect(await count("messages")).toBe(6);
  });

  it("are counted over every ten minutes, not from fixed points in time", async () => {
    await post("messages", message);
    await pass(590);
    for (let n = 1; n <= 4; n++) expect((await post("messages", message)).status).toBe(201);
    expect((await post("messages", message)).status).toBe(429);
    // The first one is now older than ten minutes: one more, not five more.
    await pass(20);
    expect((await post("messages", message)).status).toBe(201);
    expect((await post("messages", message)).status).toBe(429);
  });

  it("are refused when a hundred come at once, by two server processes", async () => {
    const { database, secrets } = gateway;
    const second = await startTestGateway({
      database,
      secrets,
      environment: { FOYER_TRUST_PROXY: "on" },
    });
    try {
      const sent = Array.from({ length: 100 }, (_, n) =>
        fetch(`${n % 2 ? gateway.url : second.url}/rest/v1/messages`, {
          method: "POST",
          headers: {
            apikey: secrets.publishableKey,
            "content-type": "application/json",
            "x-forwarded-for": "203.0.113.7",
          },
          body: JSON.stringify(message),
        }),
      );
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(95);
      expect(await count("messages")).toBe(5);
    } finally {
      await second.stop();
    }
  });

  it("count whichever way they are inserted", async () => {
    const ways: Parameters<typeof post>[2][] = [
      {},
      { headers: { prefer: "return=minimal" } },
      { headers: { prefer: "missing=default" }, query: "?columns=name,email,subject,message" },
      { headers: { "content-profile": "public" } },
      { headers: { prefer: "tx=commit,handling=lenient" } },
    ];
    for (const way of ways) expect((await post("messages", [message], way)).status).toBe(201);
    for (const way of ways) expect((await post("messages", message, way)).status).toBe(429);
    const upsert = { headers: { prefer: "resolution=ignore-duplicates" } };
    expect((await post("messages", message, upsert)).status).toBe(429);
    const put = { method: "PUT", query: "?id=eq.0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11" };
    expect((await post("messages", message, put)).status).toBe(429);
    expect(await count("messages")).toBe(5);
  });

  it("count for the address, not for what a visitor writes in front of it", async () => {
    for (let n = 1; n <= 5; n++) {
      await post("messages", message, { address: `10.0.0.${n}, 203.0.113.7` });
    }
    const refused = await post("messages", message, { address: "10.0.0.99, 203.0.113.7" });
    expect(refused.status).toBe(429);
  });

  it("do not count when the database refused them", async () => {
    for (let n = 1; n <= 8; n++) {
      const refused = await post("messages", { ...message, name: "" });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: "23514" });
    }
    expect((await post("messages", message)).status).toBe(201);
  });

  it("keep their limit for a signed-in person and have none for the secret key", async () => {
    const owner = await signInOwner(gateway);
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n++)
      statuses.push((await owner.client.from("messages").insert(message)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    for (let n = 1; n <= 6; n++) {
      const sent = await post("messages", message, {
        headers: { apikey: gateway.secrets.secretKey },
      });
      expect(sent.status).toBe(201);
    }
  });

  it("keep no address in the database", async () => {
    await post("messages", message);
    const [row] = await gateway.database.sql`
      select string_agg(key, ' ') as keys from gateway.rate_limits`;
    expect(row?.keys).toMatch(/^messages:/);
    expect(row?.keys).not.toContain("203.0.113.7");
  });
});

describe("without a trusted proxy", () => {
  it("a made-up forwarding header changes nothing", async () => {
    const direct = await startTestGateway();
    try {
      const statuses: number[] = [];
      for (let n = 1; n <= 6; n++) {
        const response = await fetch(`${direct.url}/rest/v1/messages`, {
          method: "POST",
          headers: {
            apikey: direct.secrets.publishableKey,
            "content-type": "application/json",
            "x-forwarded-for": `203.0.113.${n}`,
          },
          body: JSON.stringify(message),
        });
        statuses.push(response.status);
      }
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    } finally {
      await direct.stop();
    }
  });
});

describe("an insert into what is no table", () => {
  it.each(["constructor", "__proto__", "valueof"])("%s is not found", async (relation) => {
    for (const method of ["POST", "PUT"]) {
      const refused = await post(relation, {}, { method });
      expect([refused.status, (await refused.json()).code]).toEqual([404, "PGRST205"]);
    }
  });
});

describe("an anonymous insert", () => {
  it("holds one row", async () => {
    for (const relation of ["messages", "visits"]) {
      const two = relation === "messages" ? [message, message] : [{}, {}];
      const refused = await post(relation, two);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: "PGRST102" });
    }
    const csv = "name,email,subject,message\na,a@b.co,s,m\na,a@b.co,s,m";
    const sent = await post("messages", csv, { headers: { "content-type": "text/csv" } });
    expect(sent.status).toBe(415);
    expect(await count("messages")).toBe(0);
    expect(await count("visits")).toBe(0);
  });

  it("goes through no function", async () => {
    const { error, status } = await visitor(gateway).rpc("claim_role", {
      member: "0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11",
      claimed: "admin",
    });
    expect(status).toBe(404);
    expect(error?.code).toBe("PGRST202");
  });

  it("may not be large, a signed-in person's note may", async () => {
    const large = await post("messages", { ...message, message: "x".repeat(140_000) });
    expect(large.status).toBe(413);
    const owner = await signInOwner(gateway);
    const text = "x".repeat(600_000);
    const { status } = await owner.client.from("personal_info").insert({ key: "bio", value: text });
    // Whatever the table's own limit is: the gateway let it through to the database.
    expect([201, 400]).toContain(status);
    const { status: tooLarge } = await owner.client
      .from("personal_info")
      .insert({ key: "bio", value: "x".repeat(3_200_000) });
    expect(tooLarge).toBe(413);
  });
});

describe("the contact form's traps", () => {
  it("thank whoever fills in the hidden field, and store nothing", async () => {
    const caught = await post("messages", message, {
      headers: { "x-foyer-website": "https://spam" },
    });
    expect(caught.status).toBe(201);
    expect(await count("messages")).toBe(0);
    const honest = await post("messages", message, { headers: { "x-foyer-website": "" } });
    expect(honest.status).toBe(201);
    expect(await count("messages")).toBe(1);
  });

  it("refuse a form sent faster than it can be filled in", async () => {
    for (const time of ["0", "1999", "-1", "soon"]) {
      const fast = await post("messages", message, { headers: { "x-foyer-fill-ms": time } });
      expect(fast.status).toBe(422);
      expect((await fast.json()).message).toMatch(/wait a few seconds/);
    }
    const slow = await post("messages", message, { headers: { "x-foyer-fill-ms": "2000" } });
    expect(slow.status).toBe(201);
    expect(await count("messages")).toBe(1);
  });
});

describe("visits", () => {
  it("are sixty a minute per address", async () => {
    const sent = Array.from({ length: 70 }, () => post("visits", {}));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await count("visits")).toBe(60);
    expect((await post("visits", {}, { address: "2001:db8::1" })).status).toBe(201);
    await pass(61);
    expect((await post("visits", {})).status).toBe(201);
  });
});
