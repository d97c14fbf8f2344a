import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareCaller } from "../../server/auth/caller.ts";
import { createLog } from "../../server/log/log.ts";
import { createUrlSigner } from "../../server/storage/signed-url.ts";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { clientFor, sessionIdOf, startTestGateway, tokenOf } from "../support/sites/gateway.ts";

type Bucket = ReturnType<StorageBench["workspace"]["client"]["storage"]["from"]>;

let bench: StorageBench;

beforeAll(async () => {
  bench = await startStorageBench();
});
afterAll(() => bench.gateway.stop());

describe("a signed URL", () => {
  it("a signed URL is valid for a day at most", async () => {
    const key = bench.ownKey();
    await bench.upload(key, "mine");
    const files = bench.workspace.client.storage.from(FILES);
    expect((await files.createSignedUrl(key, 86_400)).error).toBeNull();
    expect((await files.createSignedUrl(key, 86_401)).error?.message).toMatch(/expiresIn/);
  });

  it("a signed URL is created for each of a thousand objects at once, in a single database transaction", async () => {
    const { database, secrets } = bench.gateway;
    let transactions = 0;
    const sql = new Proxy(database.sql, {
      get(target, name) {
        if (name === "begin") transactions += 1;
        return Reflect.get(target, name);
      },
    });
    const key = bench.ownKey();
    await bench.upload(key, "mine");
    const counting = await startTestGateway({
      database: { ...database, sql },
      secrets,
      environment: { FOYER_PUBLIC_URL: bench.gateway.url },
    });
    try {
      transactions = 0;
      const others = Array.from({ length: 999 }, (_, n) => `${bench.workspace.id}/root/none-${n}`);
      const address = `${counting.url}/storage/v1/object/sign/${FILES}`;
      const signed = await fetch(address, {
        method: "POST",
        headers: bench.headers,
        body: JSON.stringify({ expiresIn: 60, paths: [...others, key] }),
      });
      const answers = (await signed.json()) as { path: string; signedURL: string | null }[];
      expect(answers).toHaveLength(1000);
      expect(answers.filter(({ signedURL }) => signedURL)).toMatchObject([{ path: key }]);
      expect(transactions).toBe(1);
    } finally {
      await counting.stop();
    }
  });
});

describe("the log of a request that fails", () => {
  it("the log of a request that fails has no token, name or path of its address", async () => {
    const { database, secrets } = bench.gateway;
    const key = bench.ownKey("secret-name.txt");
    const files = bench.workspace.client.storage.from(FILES);
    await bench.upload(key, "mine");
    const { data } = await files.createSignedUrl(key, 60);
    const lines: string[] = [];
    const log = createLog({ log: put, warn: put, error: put });
    function put(line: string) {
      lines.push(line);
    }
    const failing = await startTestGateway({
      database,
      secrets,
      log,
      environment: { FOYER_PUBLIC_URL: bench.gateway.url },
    });
    const signed = new URL(data?.signedUrl ?? "");
    const feed = "/functions/v1/calendar-feed?token=";
    try {
      await database.sql`alter table storage.objects rename to objects_away`;
      await database.sql`alter table public.calendar_feeds rename to calendar_feeds_away`;
      const paths = [`${signed.pathname}${signed.search}`, `${feed}${"5ec2e7".padEnd(64, "0")}`];
      for (const path of paths) {
        expect((await fetch(`${failing.url}${path}`)).status).toBe(500);
      }
    } finally {
      await database.sql`alter table storage.objects_away rename to objects`;
      await database.sql`alter table public.calendar_feeds_away rename to calendar_feeds`;
      await failing.stop();
    }
    const printed = lines.join("\n");
    expect(printed).toMatch(/^GET \/storage\/v1\/object failed\.$/m);
    expect(printed).toMatch(/^The function calendar-feed failed\.$/m);
    expect(printed).not.toMatch(/secret|5ec2e7|eyJ/);
    expect(printed).not.toContain(bench.workspace.id);
  });
});

describe("signed URLs", () => {
  it("signed URLs and access tokens cannot replace each other", async () => {
    const key = bench.ownKey();
    await bench.upload(key, "x");
    const { client } = bench.workspace;
    const { data } = await client.storage.from(FILES).createSignedUrl(key, 60);
    const signed = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
    const access = await tokenOf(client);
    const open = (token: string) => fetch(bench.address(`sign/${FILES}/${key}?token=${token}`));
    expect([(await open(signed)).status, (await open(access)).status]).toEqual([200, 400]);
    const { publishableKey: apikey } = bench.gateway.secrets;
    for (const path of ["rest/v1/workspace_notes", `storage/v1/object/${FILES}/${key}`]) {
      const headers = { apikey, authorization: `Bearer ${signed}` };
      expect((await fetch(`${bench.gateway.url}/${path}`, { headers })).status).toBe(401);
    }
  });

  it("signed URLs expire", async () => {
    const key = bench.ownKey();
    await bench.upload(key, "x");
    const anHourAgo = createUrlSigner(
      bench.gateway.secrets.jwtSecret,
      () => Date.now() - 3_600_000,
    );
    const open = (token: string) => fetch(bench.address(`sign/${FILES}/${key}?token=${token}`));
    const late = await open(
      await anHourAgo.sign({ bucket: FILES, key }, bareCaller("service_role"), 3599),
    );
    expect(late.status).toBe(400);
    expect(await late.json()).toEqual({
      statusCode: "400",
      error: "InvalidJWT",
      message: "jwt expired",
    });
    const early = await anHourAgo.sign({ bucket: FILES, key }, bareCaller("service_role"), 3700);
    expect((await open(early)).status).toBe(200);
  });

  it.each([
    ["one", (files: Bucket, key: string) => files.createSignedUrl(key, 3600)],
    [
      "one of many",
      async (files: Bucket, key: string) => {
        const { data } = await files.createSignedUrls([key], 3600);
        return { data: { signedUrl: data?.[0]?.signedUrl ?? "" } };
      },
    ],
  ])("signed URLs end with the session that made them: %s", async (_name, sign) => {
    const { sql } = bench.gateway.database;
    const guest = clientFor(bench.gateway.url, bench.gateway.secrets.publishableKey);
    const credentials = { email: "workspace@example.test", password: "quiet back room 42" };
    expect((await guest.auth.signInWithPassword(credentials)).error).toBeNull();
    const key = bench.ownKey();
    await bench.upload(key, "mine");
    const signed = await sign(guest.storage.from(FILES), key);
    const url = signed.data?.signedUrl ?? "";
    const opened = await fetch(url);
    expect(opened.status).toBe(200);
    expect(opened.headers.get("cache-control")).toBe("private, no-store");
    await sql`delete from auth.sessions where id = ${sessionIdOf(await tokenOf(guest))}`;
    const etag = opened.headers.get("etag") ?? "";
    for (const headers of [{}, { "if-none-match": etag }, { range: "bytes=0-0" }]) {
      const ended = await fetch(url, { headers });
      expect(ended.status).toBe(400);
      expect(await ended.json()).toMatchObject({ message: "Object not found" });
    }
  });

  it("signed URLs end with the role of the person who made them", async () => {
    const { sql } = bench.gateway.database;
    const key = bench.ownKey();
    await bench.upload(key, "mine");
    const { data } = await bench.workspace.client.storage.from(FILES).createSignedUrl(key, 3600);
    const open = async () => (await fetch(data?.signedUrl ?? "")).status;
    const taken = await sql`delete from private.members where user_id = ${bench.workspace.id}
      returning *`;
    expect(await open()).toBe(400);
    await sql`insert into private.members ${sql(taken)}`;
    expect(await open()).toBe(200);
  });

  it("signed URLs are signed with a separate key", async () => {
    const key = bench.ownKey();
    await bench.upload(key, "x");
    const foreign = await createUrlSigner("another secret").sign(
      { bucket: FILES, key },
      bareCaller("service_role"),
      60,
    );
    expect((await fetch(bench.address(`sign/${FILES}/${key}?token=${foreign}`))).status).toBe(400);
    const accessToken = bench.headers.authorization.slice("Bearer ".length);
    expect((await fetch(bench.address(`sign/${FILES}/${key}?token=${accessToken}`))).status).toBe(
      400,
    );
  });

  it.each([0, -1, 1.5, "60", null, 1e12])(
    "signed URLs cannot last %s seconds",
    async (expiresIn) => {
      const key = bench.ownKey();
      await bench.upload(key, "x");
      const response = await fetch(bench.address(`sign/${FILES}/${key}`), {
        method: "POST",
        headers: { ...bench.headers, "content-type": "application/json" },
        body: JSON.stringify({ expiresIn }),
      });
      expect(response.status).toBe(400);
    },
  );
});
