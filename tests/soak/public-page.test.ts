import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { readDatabaseUrl } from "../lifecycle/server-state.ts";
import { startBuiltServer } from "../support/sites/built-server.ts";
import { startFleet } from "../support/sites/fleet.ts";
import { countPages, restartDatabase } from "../support/sites/page-readers.ts";

/** Duration in seconds; smaller for trial runs. */
const SECONDS = Number(process.env.FOYER_SOAK_SECONDS ?? 300);
const LOCK_SECONDS = 1.2;
const SERVERS = 3;

test(`rows locked for ${LOCK_SECONDS} s again and again: two readers always get the page`, async () => {
  const server = await startBuiltServer();
  const sql = connect(await readDatabaseUrl(server.dataDir), { max: 2 });
  const end = Date.now() + SECONDS * 1000;
  const isOver = () => Date.now() >= end;
  try {
    const pages = countPages(() => [server.origin, server.origin], isOver);
    let locks = 0;
    while (!isOver()) {
      await sql.begin(async (tx) => {
        await tx`lock table personal_info, projects in access exclusive mode`;
        await tx`update personal_info set value = ${`Ada ${locks}`} where key = 'displayName'`;
        await tx`select pg_sleep(${LOCK_SECONDS})`;
      });
      locks++;
    }
    const { statuses, stale } = await pages;
    console.log(
      `${locks} locks in ${SECONDS} s, pages ${JSON.stringify(statuses)}, ${stale} stale`,
    );
    expect(Object.keys(statuses)).toEqual(["200"]);
    // Once the locks have ended, the page shows what was written.
    const current = async () => (await fetch(server.origin)).text();
    await expect.poll(current).toContain(`Ada ${locks - 1}`);
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
  }
});

test(`${SERVERS} servers, one killed again and again, and restarts of the database: no 5xx on the page`, async () => {
  const fleet = await startFleet({ servers: SERVERS });
  const end = Date.now() + SECONDS * 1000;
  const isOver = () => Date.now() >= end;
  try {
    const pages = countPages(fleet.origins, isOver);
    let restarts = 0;
    for (let round = 0; !isOver(); round++) {
      await fleet.sql`update personal_info set value = ${`Ada ${round}`} where key = 'displayName'`;
      await restartDatabase(fleet.sql);
      restarts++;
      await fleet.kill(round % SERVERS);
      await fleet.restart(round % SERVERS);
      // The supervisor gives up after four crashes within a minute.
      await delay(20_000);
    }
    const { statuses, stale } = await pages;
    console.log(
      `${restarts} restarts and kills in ${SECONDS} s, pages ${JSON.stringify(statuses)}, ${stale} stale`,
    );
    expect(Object.keys(statuses)).toEqual(["200"]);
  } finally {
    await fleet.stop();
  }
});
