import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { databaseUrl } from "../support/databases/clusters.ts";
import {
  type Person,
  service,
  signInOwner,
  startTestGateway,
  type TestGateway,
  tokenOf,
  visitor,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let owner: Person;
beforeAll(async () => {
  gateway = await startTestGateway();
  owner = await signInOwner(gateway);
});
afterAll(() => gateway.stop());

describe("the Data API engine", () => {
  it("the Data API engine prevents browsers from caching data of a signed-in user", async () => {
    const read = async (headers: Record<string, string> = {}) => {
      const response = await fetch(`${gateway.url}/rest/v1/personal_info`, {
        headers: { apikey: gateway.secrets.publishableKey, ...headers },
      });
      return [response.status, response.headers.get("cache-control")];
    };
    const authorization = `Bearer ${await tokenOf(owner.client)}`;
    expect(await read({ authorization })).toEqual([200, "no-store"]);
    expect(await read()).toEqual([200, null]);
  });

  it("the Data API engine grants no rights, whatever the first request is", async () => {
    const { sql } = gateway.database;
    await visitor(gateway).from("projects").select();
    await owner.client.from("messages").select();
    await service(gateway).rpc("list_members");
    const granted = await sql`
      select role, relation, privilege
      from unnest(array['anon', 'authenticated']) as role,
        unnest(array['private.members', 'gateway.rate_limits', 'gateway.known_clients', 'auth.users', 'auth.sessions',
          'auth.refresh_tokens', 'supabase_migrations.schema_migrations']) as relation,
        unnest(array['select', 'insert', 'update', 'delete']) as privilege
      where has_table_privilege(role, relation, privilege)`;
    expect([...granted]).toEqual([]);
    const [messages] = await sql`
      select has_table_privilege('anon', 'public.messages', 'select') as readable`;
    expect(messages?.readable).toBe(false);
  });

  it("the Data API engine protects the counters even where someone grants access to them", async () => {
    const { sql } = gateway.database;
    await visitor(gateway).from("visits").insert({});
    await sql`grant usage on schema gateway to anon`;
    await sql`grant all on gateway.rate_limits to anon`;
    const seen = await sql.begin(async (tx) => {
      await tx`set local role anon`;
      return tx`select * from gateway.rate_limits`;
    });
    expect(seen).toHaveLength(0);
  });

  it("the Data API engine reloads a changed schema when notified, as PostgREST does", async () => {
    const { sql } = gateway.database;
    expect((await service(gateway).from("late_table").select()).error?.code).toBe("PGRST205");
    await sql`create table public.late_table (id int primary key)`;
    await sql`grant all on public.late_table to service_role`;
    await sql`notify pgrst, 'reload schema'`;
    await expect
      .poll(async () => (await service(gateway).from("late_table").select()).error)
      .toBeNull();
  });

  it("the Data API engine takes the identity from the verified token, never from other parts of the request", async () => {
    const key = gateway.secrets.publishableKey;
    const response = await fetch(`${gateway.url}/rest/v1/messages`, {
      headers: {
        apikey: key,
        role: "service_role",
        "x-role": "service_role",
        "request.jwt.claims": '{"role":"service_role"}',
        "x-client-info": "service_role",
      },
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "42501" });
  });

  it("the Data API engine does not carry one caller's identity over to the next request", async () => {
    const reads = Array.from({ length: 60 }, (_, n) =>
      n % 2 ? owner.client.from("messages").select() : visitor(gateway).from("messages").select(),
    );
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map((_, n) => (n % 2 ? 200 : 401)));
  });

  it("the Data API engine never receives input that would overflow the stack, and logs no visitor's input", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const headers = {
      apikey: gateway.secrets.publishableKey,
      "content-type": "application/json",
    };
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    try {
      const statuses = await Promise.all([
        fetch(`${gateway.url}/rest/v1/projects?select=${"a(".repeat(3000)}${")".repeat(3000)}`, {
          headers,
        }),
        fetch(`${gateway.url}/rest/v1/projects?name=forged%0A%1b[2J`, { headers }),
        fetch(`${gateway.url}/rest/v1/messages`, {
          method: "POST",
          headers,
          body: `{"name":${deep}}`,
        }),
      ]).then((answers) => answers.map(({ status }) => status));
      expect(statuses).toEqual([400, 400, 400]);
      expect(printed).not.toHaveBeenCalled();
    } finally {
      printed.mockRestore();
    }
  });

  it("the Data API engine logs no row when the database refuses one", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      // For callers that bypass row security the error contains the row, which would also reach the
      // log.
      await service(gateway).from("messages").insert({
        name: "A Private Name",
        email: "not an address",
        subject: "s",
        message: "a private message",
      });
      const text = printed.mock.calls
        .flat()
        .map((value) => inspect(value))
        .join("\n");
      expect(text).toContain("23514");
      expect(text).not.toMatch(/private/i);
    } finally {
      printed.mockRestore();
    }
  });
});

describe("/healthz", () => {
  it("/healthz returns 200 while the database answers, 503 when it does not, and 200 when it is back", async () => {
    const health = await startTestGateway();
    const database = new URL(health.database.url).pathname.slice(1);
    const admin = connect(databaseUrl(health.database.url, "postgres"), { max: 1 });
    const ask = async () => {
      const response = await fetch(`${health.url}/healthz`);
      expect(response.headers.get("cache-control")).toBe("no-store");
      return [response.status, await response.json()];
    };
    try {
      expect(await ask()).toEqual([200, { status: "ok" }]);
      await admin.unsafe(`alter database ${database} with allow_connections false`);
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${database}`;
      expect(await ask()).toEqual([503, { status: "unavailable" }]);
      const failed = await fetch(`${health.url}/auth/v1/token?grant_type=refresh_token`, {
        method: "POST",
        headers: { apikey: health.secrets.publishableKey },
        body: '{"refresh_token":"x"}',
      });
      expect(failed.status).toBe(503);
      expect(Number(failed.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(failed.headers.get("content-security-policy")).toContain("default-src 'self'");
      expect(await failed.json()).toMatchObject({
        message: "The database does not answer. Please try again in a moment.",
      });
      await admin.unsafe(`alter database ${database} with allow_connections true`);
      await expect.poll(ask).toEqual([200, { status: "ok" }]);
    } finally {
      await admin.end();
      await health.stop();
    }
  });
});
