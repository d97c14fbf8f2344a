import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { start, usedDataDir } = openSites();

test("the site recovers soon after a database that disconnects repeatedly", async () => {
  const server = await start({ dataDir: await usedDataDir() });
  const url = new URL(await readDatabaseUrl(server.dataDir));
  const name = url.pathname.slice(1);
  url.pathname = "/template1";
  const cluster = connect(url.href, { max: 1 });
  // Several concurrent requests, so that connections are interrupted in every state.
  const visit = () =>
    Promise.all(["/", "/favicon.svg", "/"].map(async (path) => (await ask(path)).status));
  async function ask(path: string) {
    const response = await fetch(`${server.origin}${path}`, {
      signal: AbortSignal.timeout(20_000),
    });
    await response.arrayBuffer();
    return response;
  }
  try {
    expect(await visit()).toEqual([200, 200, 200]);
    for (let cut = 0; cut < 2; cut++) {
      await cluster`alter database ${cluster(name)} with allow_connections false`;
      const busy = visit();
      await cluster`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
      await busy;
      await expect.poll(async () => (await ask("/healthz")).status).toBe(503);
      await visit();
      await cluster`alter database ${cluster(name)} with allow_connections true`;
      await expect.poll(visit).toEqual([200, 200, 200]);
    }
    expect(server.process.exitCode).toBeNull();
  } finally {
    await cluster.end({ timeout: 1 });
  }
});
