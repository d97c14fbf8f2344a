import { withTimeLimit } from "../../shared/time-limit.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import type { DatabaseSession } from "../database/session.ts";
import type { Schema } from "./schema.ts";

/**
 * Reads the schema, and again after `NOTIFY pgrst`: once in the background with the next request.
 * The schema in use stays until a newer one has been read.
 * @param listenMs how long to wait until notifications arrive.
 * @throws the reason why the first schema could not be read.
 */
export async function openSchemaCache(
  read: () => Promise<Schema>,
  session: Pick<DatabaseSession, "listen">,
  listenMs: number,
) {
  let isOutdated = false;
  let isReading = false;
  let stop = () => {};
  const listening = new Promise<void>((resolve) => {
    const onNotify = (payload: string) => {
      if (payload === "" || payload === "reload schema") isOutdated = true;
    };
    const onGap = () => {
      resolve();
      isOutdated = true;
    };
    stop = session.listen("pgrst", onNotify, onGap);
  });
  // A schema that was read earlier could be outdated.
  await withTimeLimit(listening, listenMs, () => {});
  isOutdated = false;
  let schema = await read();
  return {
    current(): Schema {
      if (isOutdated && !isReading) void refresh();
      return schema;
    },
    close: () => stop(),
  };

  async function refresh() {
    isReading = true;
    isOutdated = false;
    try {
      schema = await read();
    } catch (error) {
      isOutdated = true;
      if (!isDatabaseAway(error)) console.error("The schema is outdated:", error);
    } finally {
      isReading = false;
    }
  }
}
