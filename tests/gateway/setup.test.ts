import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Log } from "../../server/log/log.ts";
import { hasOwner, setOwner } from "../../server/owner/account.ts";
import { generateSecrets } from "../../server/secrets.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/postgres.ts";
import {
  resetUsersAndLimits,
  signIn,
  startTestGateway,
  type TestGateway,
} from "../support/sites/gateway.ts";

const owner = { email: "first@example.test", password: "correct horse battery" };

/** A gateway and its output. */
interface Host {
  gateway: TestGateway;
  lines: string[];
}

const hosts: Host[] = [];
const secrets = generateSecrets();
let database: TestDatabase;
let host: Host;

beforeAll(async () => {
  database = await createTestDatabase(17);
});
afterAll(() => database.drop());

beforeEach(async () => {
  host = await startHost();
});
afterEach(async () => {
  await resetUsersAndLimits(host.gateway);
  for (const { gateway } of hosts.splice(0)) await gateway.stop();
});

/** A server without an owner that has just printed its link. All share one database. */
async function startHost({
  linkSeconds,
  environment = {},
}: {
  linkSeconds?: number;
  environment?: Record<string, string>;
} = {}): Promise<Host> {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log: Log = { info: write, warn: write, error: write };
  const gateway = await startTestGateway({
    log,
    environment: { FOYER_TRUST_PROXY: "on", ...environment },
    gateway: linkSeconds === undefined ? {} : { setupLinkSeconds: linkSeconds },
    database,
    secrets,
    openSetup: true,
  });
  const started = { gateway, lines };
  hosts.push(started);
  return started;
}

/** The tokens printed so far, oldest first. */
function tokensOf({ lines }: Host): string[] {
  return [...lines.join("\n").matchAll(/\/#\/tradmin\/setup\?token=([\w-]+)/g)].map(
    (match) => match[1] ?? "",
  );
}

const newestToken = (of: Host) => tokensOf(of).at(-1) ?? "";

let addresses = 0;

interface Asked {
  status: number;
  body: { code?: string; message?: string; field?: string; email?: string };
}

/** Each call uses a different address unless one is given. */
async function create(
  { gateway }: Host,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Asked & { headers: Headers }> {
  addresses += 1;
  const response = await fetch(`${gateway.url}/setup/v1/owner`, {
    method: "POST",
    headers: {
      apikey: gateway.secrets.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": `10.9.${addresses >> 8}.${addresses & 255}`,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

async function look({ gateway }: Host): Promise<Asked> {
  const headers = { apikey: gateway.secrets.publishableKey };
  const response = await fetch(`${gateway.url}/setup/v1/owner`, { headers });
  return { status: response.status, body: await response.json() };
}

async function countOwners(): Promise<unknown> {
  const [row] = await host.gateway.database.sql`select count(*) as owners,
    (select count(*) from auth.users) as users,
    (select count(*) from private.setup_links) as links
    from private.members where role = 'admin'`;
  return row;
}

describe("the setup link", () => {
  it("the setup link contains 256 random bits in the fragment, of which only a hash is stored", async () => {
    const [token = ""] = tokensOf(host);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(host.lines.at(-1)).toBe(`${host.gateway.url}/#/tradmin/setup?token=${token}`);
    const rows = await host.gateway.database.sql`select * from private.setup_links`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("the setup link begins with the public address if there is one", async () => {
    const { lines } = await startHost({
      environment: { FOYER_PUBLIC_URL: "https://portfolio.example" },
    });
    expect(lines.at(-1)).toMatch(/^https:\/\/portfolio\.example\/#\/tradmin\/setup\?token=/);
  });

  it("the setup link creates the owner once and is then closed permanently", async () => {
    expect(await look(host)).toEqual({ status: 200, body: { open: true } });
    const token = newestToken(host);
    const email = " First@Example.test ";
    const created = await create(host, { token, ...owner, email });
    expect(created).toMatchObject({ status: 201, body: { email: owner.email } });
    const { client } = await signIn(host.gateway, owner);
    expect((await client.rpc("own_role")).data).toBe("admin");

    expect(await look(host)).toMatchObject({ status: 410, body: { code: "owner_exists" } });
    const again = await create(host, { token, email: "second@example.test", password: "12345678" });
    expect(again).toMatchObject({
      status: 410,
      body: { message: "This site already has an owner." },
    });
    expect(await countOwners()).toEqual({ owners: 1, users: 1, links: 0 });
  });

  it("the setup link is not reprinted after a restart, and stays closed if the owner is deleted", async () => {
    const token = newestToken(host);
    await create(host, { token, ...owner });
    const restarted = await startHost();
    expect(tokensOf(restarted)).toEqual([]);
    expect((await create(restarted, { token, ...owner })).status).toBe(410);
    await host.gateway.database.sql`delete from auth.users`;
    expect(await create(restarted, { token, ...owner })).toMatchObject({
      status: 403,
      body: { code: "setup_link_wrong" },
    });
    expect(await hasOwner(host.gateway)).toBe(false);
  });

  it("the setup link is closed by creating an owner from the terminal too", async () => {
    await setOwner(host.gateway, owner);
    expect(await countOwners()).toEqual({ owners: 1, users: 1, links: 0 });
    const late = await create(host, { token: newestToken(host), ...owner });
    expect(late.status).toBe(410);
  });

  it("the setup link creates one owner in 30 concurrent attempts over two server processes", async () => {
    const other = await startHost();
    // The newest link is valid on every server, no matter which process has printed it.
    const token = newestToken(other);
    const attempts = Array.from({ length: 30 }, (_, n) =>
      create(n % 2 ? host : other, { token, ...owner, email: `owner-${n}@example.test` }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([201, 410]));
    expect(await countOwners()).toEqual({ owners: 1, users: 1, links: 0 });
  });
});

describe("a setup link", () => {
  it("a setup link is not used up by wrong tokens, however many and from any address", async () => {
    const token = newestToken(host);
    const guesses = Array.from({ length: 30 }, (_, n) =>
      create(host, { token: `${"x".repeat(40)}${n}`, ...owner }),
    );
    for (const wrong of await Promise.all(guesses)) {
      expect(wrong).toMatchObject({
        status: 403,
        body: {
          code: "setup_link_wrong",
          message: expect.stringMatching(/^This setup link is not/),
        },
      });
    }
    expect(tokensOf(host)).toEqual([token]);
    expect((await create(host, { token, ...owner })).status).toBe(201);
  });

  it("a setup link tells an old tab to open the newer link", async () => {
    const [old] = tokensOf(host);
    const restarted = await startHost();
    const late = await create(restarted, { token: old, ...owner });
    expect(late).toMatchObject({
      status: 403,
      body: { code: "setup_link_expired", message: expect.stringMatching(/has expired/) },
    });
    expect(tokensOf(restarted)).toHaveLength(1);
    const created = await create(restarted, { token: newestToken(restarted), ...owner });
    expect(created.status).toBe(201);
  });

  it("a setup link expires and is replaced as long as there is no owner", async () => {
    const short = await startHost({ linkSeconds: 1 });
    await expect.poll(() => tokensOf(short).length).toBeGreaterThan(1);
    expect(await create(short, { token: tokensOf(short)[0], ...owner })).toMatchObject({
      status: 403,
      body: { code: "setup_link_expired" },
    });
    // Any of the processes may print it, but only one does.
    const { sql } = host.gateway.database;
    const open = await sql`select from private.setup_links where expires_at > now()`;
    expect(open.length).toBeLessThanOrEqual(1);
  });
});

describe("the request", () => {
  it("the setup request with invalid values is refused with an explanation and does not invalidate the link", async () => {
    const token = newestToken(host);
    for (const [values, field, message] of [
      [{ email: "nobody" }, "email", "The email is not an email address."],
      [{ email: 7 }, "email", "The email is missing."],
      [{ email: undefined }, "email", "The email is missing."],
      [{ password: undefined }, "password", "The password is missing."],
      [{ password: "only nine" }, "password", "The password must have at least 10 characters."],
      [{ password: "1234567890" }, "password", expect.stringContaining("too common")],
      [{ password: "first-foyer-2026" }, "password", expect.stringContaining("this account")],
      [{ password: "ü".repeat(37) }, "password", "The password must have at most 72 bytes."],
    ]) {
      const refused = await create(host, { token, ...owner, ...(values as object) });
      expect(refused).toMatchObject({ status: 422, body: { field, message } });
    }
    expect((await create(host, { token, ...owner })).status).toBe(201);
  });

  it("the setup request must be small JSON, with a key, from the site's own page", async () => {
    const body = { token: newestToken(host), ...owner };
    const { url } = host.gateway;
    const asked = [
      [await create(host, "{"), 400],
      [await create(host, "[]"), 400],
      [await create(host, { ...owner }), 400],
      [await create(host, { ...body, filler: "x".repeat(5000) }), 413],
      [await create(host, body, { "content-type": "text/plain" }), 415],
      [await create(host, body, { apikey: "sb_publishable_no" }), 401],
      [await create(host, body, { origin: "https://evil.example" }), 403],
      [await create(host, body, { origin: "null" }), 403],
    ] as const;
    expect(asked.map(([answer]) => answer.status)).toEqual(asked.map(([, status]) => status));
    expect(await hasOwner(host.gateway)).toBe(false);
    const preflight = await fetch(`${url}/setup/v1/owner`, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(403);
    const own = await create(host, body, { origin: url });
    expect(own.status).toBe(201);
    expect(own.headers.get("cache-control")).toContain("no-store");
    expect(own.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("the setup request is limited per address with a wrong token, never with the right one", async () => {
    const from = { "x-forwarded-for": "203.0.113.9" };
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) {
      statuses.push((await create(host, { token: `wrong ${n}`, ...owner }, from)).status);
    }
    expect(statuses.slice(0, 20).every((status) => status === 403)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    const limited = await create(host, { token: "wrong", ...owner }, from);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await create(host, { token: newestToken(host), ...owner }, from)).status).toBe(201);
  });

  it("other paths below /setup respond with 404", async () => {
    const headers = { apikey: host.gateway.secrets.publishableKey };
    for (const path of ["/setup/v1", "/setup/v1/", "/setup/v1/owner/x", "/setup/v2/owner"]) {
      const response = await fetch(`${host.gateway.url}${path}`, { headers });
      expect([path, response.status]).toEqual([path, 404]);
    }
    const removed = await fetch(`${host.gateway.url}/setup/v1/owner`, {
      method: "DELETE",
      headers,
    });
    expect(removed.status).toBe(404);
  });
});
