import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  resetUsersAndLimits,
  signInOwner,
  startTestGateway,
  type TestGateway,
  visitor,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { FOYER_TRUST_PROXY: "on" } });
});
afterAll(() => gateway.stop());
beforeEach(() => resetUsersAndLimits(gateway));

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
  await gateway.database.sql`update private.visitor_counts set hits = (
    select coalesce(array_agg(hit - make_interval(secs => ${seconds}) order by hit), '{}')
    from unnest(hits) as hit)`;
}

describe("messages", () => {
  it("messages are limited to five in ten minutes per address, then refused with an explanation", async () => {
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

  it("messages are limited by a sliding window of ten minutes", async () => {
    await post("messages", message);
    await pass(590);
    for (let n = 1; n <= 4; n++) expect((await post("messages", message)).status).toBe(201);
    expect((await post("messages", message)).status).toBe(429);
    // The first one is now older than ten minutes: one more is allowed, not five more.
    await pass(20);
    expect((await post("messages", message)).status).toBe(201);
    expect((await post("messages", message)).status).toBe(429);
  });

  it("messages are refused when thirty arrive concurrently at two server processes", async () => {
    const { database, secrets } = gateway;
    const second = await startTestGateway({
      database,
      secrets,
      environment: { FOYER_TRUST_PROXY: "on" },
    });
    try {
      const sent = Array.from({ length: 30 }, (_, n) =>
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
      expect(statuses.filter((status) => status === 429)).toHaveLength(25);
      expect(await count("messages")).toBe(5);
    } finally {
      await second.stop();
    }
  });

  it("messages count whichever way they are inserted", async () => {
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
    // PUT is the only method that the Data API does not support.
    const put = { method: "PUT", query: "?id=eq.0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11" };
    expect((await post("messages", message, put)).status).toBe(405);
    expect(await count("messages")).toBe(5);
  });

  it.each<[string, (n: number) => Parameters<typeof post>[2]]>([
    ["prepended addresses", (n) => ({ address: `10.0.0.${n}, 203.0.113.7` })],
    [
      "other proxy headers",
      (n) => ({ headers: { "cf-connecting-ip": `10.1.1.${n}`, "x-real-ip": `10.1.1.${n}` } }),
    ],
  ])("messages count for the address, whatever visitors send as %s", async (_what, forged) => {
    for (let n = 1; n <= 5; n++) {
      expect((await post("messages", message, forged(n))).status).toBe(201);
    }
    expect((await post("messages", message, forged(99))).status).toBe(429);
  });

  it("messages count when they are refused, too, from any caller", async () => {
    const wrong: [unknown, Parameters<typeof post>[2]][] = [
      [{ ...message, name: "" }, {}],
      [{ ...message, nonsense: 1 }, {}],
      ["{no json", {}],
      [message, { headers: { "content-type": "text/csv" } }],
      [{ ...message, spam_reason: "because" }, {}],
    ];
    for (const [body, options] of wrong) {
      const { status } = await post("messages", body, options);
      expect([400, 415]).toContain(status);
    }
    expect((await post("messages", message)).status).toBe(429);
    expect(await count("messages")).toBe(0);
  });

  it("deeply nested messages are counted and refused without being parsed", async () => {
    const deep = `{"id":"0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11","message":${"[".repeat(50_000)}`;
    const parse = vi.spyOn(JSON, "parse");
    try {
      for (let n = 1; n <= 5; n++) expect((await post("messages", deep)).status).toBe(400);
      expect((await post("messages", deep)).status).toBe(429);
      expect(parse.mock.calls.filter(([text]) => text === deep)).toEqual([]);
    } finally {
      parse.mockRestore();
    }
  });

  it("messages beyond their limit are no longer parsed once an address has used up its reads", async () => {
    const body = JSON.stringify({ ...message, name: "" });
    const [now, parseJson] = [performance.now.bind(performance), JSON.parse];
    let parsed = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + parsed * 5000);
    const parse = vi.spyOn(JSON, "parse").mockImplementation((text, reviver) => {
      if (text === body) parsed++;
      return parseJson(text, reviver);
    });
    try {
      for (let n = 1; n <= 5; n++) expect((await post("messages", body)).status).toBe(400);
      for (let n = 1; n <= 10; n++) expect((await post("messages", body)).status).toBe(429);
      const before = parsed;
      expect((await post("messages", body)).status).toBe(429);
      expect(parsed).toBe(before);
    } finally {
      parse.mockRestore();
      clock.mockRestore();
    }
  });

  it("messages from many addresses do not block other addresses", async () => {
    const addresses = Array.from({ length: 10 }, (_, n) => `198.51.100.${n}`);
    for (const address of addresses) {
      const sent = await Promise.all(
        Array.from({ length: 6 }, () => post("messages", message, { address })),
      );
      expect(sent.filter(({ status }) => status === 201)).toHaveLength(5);
    }
    expect(await count("messages")).toBe(50);
    expect((await post("messages", message)).status).toBe(201);
  });

  it("messages are limited to thirty a day from one address", async () => {
    for (let n = 1; n <= 6; n++) {
      for (let sent = 1; sent <= 5; sent++) {
        expect((await post("messages", message)).status).toBe(201);
      }
      await pass(601);
    }
    const refused = await post("messages", message);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(24 * 3600);
  });

  it("messages are limited per /64 of IPv6, and with a higher limit per /48", async () => {
    for (let n = 1; n <= 5; n++) {
      const sent = await post("messages", message, { address: `2001:db8:1:1::${n}` });
      expect(sent.status).toBe(201);
    }
    const same = await post("messages", message, { address: "2001:db8:1:1:ffff::1" });
    expect(same.status).toBe(429);
    for (let n = 2; n <= 16; n++) {
      const near = await post("messages", message, { address: `2001:db8:1:${n}::1` });
      expect(near.status).toBe(201);
    }
    expect((await post("messages", message, { address: "2001:db8:1:99::1" })).status).toBe(429);
    expect((await post("messages", message, { address: "2001:db8:2:1::1" })).status).toBe(201);
  });

  it("messages are limited for signed-in users, but not for the secret key", async () => {
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

  it("messages leave no address in the database, and no data from which it could be derived later", async () => {
    const { sql } = gateway.database;
    await post("messages", message);
    const dump = async () =>
      JSON.stringify(
        await sql`select encode(key, 'escape') as key, hits, counted from private.visitor_counts`,
      );
    expect(await dump()).not.toContain("203.0.113");
    // Two days later the day's salt is deleted, and expired counters with the next visit.
    await sql`update private.daily_salts set day = day - 2`;
    await sql`update private.visitor_counts set expires_at = now() - interval '1 second'`;
    await post("visits", {}, { address: "198.51.100.1" });
    const [kept] = await sql`select (select count(*) from private.daily_salts) as salts,
      (select count(*) from private.visitor_counts where expires_at < now()) as expired`;
    expect(kept).toEqual({ salts: 1, expired: 0 });
  });
});

describe("without a trusted proxy", () => {
  it("a server without a trusted proxy ignores a forged forwarding header", async () => {
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

describe("an insert into an unknown table", () => {
  it.each(["constructor", "__proto__", "valueof"])(
    "the table %s is not found",
    async (relation) => {
      const refused = await post(relation, {});
      expect([refused.status, (await refused.json()).code]).toEqual([404, "PGRST205"]);
    },
  );
});

describe("an anonymous insert", () => {
  it("an anonymous insert contains one row", async () => {
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

  it("an anonymous insert cannot be made by a function call", async () => {
    const { error, status } = await visitor(gateway).rpc("claim_role", {
      member: "0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11",
      claimed: "admin",
    });
    expect(status).toBe(404);
    expect(error?.code).toBe("PGRST202");
  });

  it("an anonymous insert is limited in size, unlike a signed-in user's note", async () => {
    const large = await post("messages", { ...message, message: "x".repeat(140_000) });
    expect(large.status).toBe(413);
    const owner = await signInOwner(gateway);
    const text = "x".repeat(600_000);
    const { status } = await owner.client.from("personal_info").insert({ key: "bio", value: text });
    // Regardless of the table's own limit: the gateway passed it on to the database.
    expect([201, 400]).toContain(status);
    const { status: tooLarge } = await owner.client
      .from("personal_info")
      .insert({ key: "bio", value: "x".repeat(3_200_000) });
    expect(tooLarge).toBe(413);
  });
});

describe("a message that a check suspects", () => {
  beforeEach(() => gateway.database.sql`delete from trashed_messages`);

  it.each(["trap", "speed"])(
    "a suspicious message is kept in Spam for the reason that the page reports: %s",
    async (reason) => {
      expect((await post("messages", { ...message, spam_reason: reason })).status).toBe(201);
      const { sql } = gateway.database;
      expect(await sql`select subject, is_spam, spam_reason from trashed_messages`).toEqual([
        { subject: message.subject, is_spam: true, spam_reason: reason },
      ]);
      expect(await count("messages")).toBe(0);
    },
  );

  it("a suspicious message counts against the limits of its address, and is stored once when it is sent again", async () => {
    const id = "0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11";
    const trapped = { ...message, id, spam_reason: "trap" };
    const address = "203.0.113.9";
    const send = async (row: unknown) => (await post("messages", row, { address })).status;
    expect(await send(trapped)).toBe(201);
    expect(await send(trapped)).toBe(409);
    const statuses = [];
    for (let n = 2; n <= 5; n++) {
      statuses.push(await send({ ...message, spam_reason: "trap" }));
    }
    expect(statuses).toEqual([201, 201, 201, 201]);
    expect(await send({ ...message, spam_reason: "trap" })).toBe(429);
    const { sql } = gateway.database;
    expect(await sql`select from trashed_messages`).toHaveLength(5);
  });
});

describe("visits", () => {
  it("visits are limited to sixty a minute per address", async () => {
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
