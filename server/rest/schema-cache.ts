import { isDatabaseAway } from "../database/database-away.ts";
import type { SchemaReader } from "./lite.ts";

/** The schema in use; it stays until a newer one has been read. */
export interface SchemaCache {
  /** Marks the schema as outdated; the next request reads it again. */
  outdate(): void;
  /** Reads an outdated schema in the background, once for all requests. */
  refresh(): void;
}

/**
 * Reads the schema and keeps the last one that was complete: without a connection the engine reads
 * an empty one, in which no table exists, and answers 404 from it.
 * @param probe a query that fails with the cause if there is no connection; the engine only prints it.
 * @throws the reason why there is no first schema.
 */
export async function openSchemaCache(
  reader: SchemaReader,
  probe: () => Promise<unknown>,
): Promise<SchemaCache> {
  let isOutdated = false;
  let isReading = false;
  await read();
  return {
    outdate() {
      isOutdated = true;
    },
    refresh() {
      if (!isOutdated || isReading) return;
      isReading = true;
      read()
        .catch((error: unknown) => {
          if (!isDatabaseAway(error)) console.error("The schema is outdated:", error);
        })
        .finally(() => {
          isReading = false;
        });
    },
  };

  async function read(): Promise<void> {
    isOutdated = false;
    try {
      await probe();
      const latest = await reader.introspect({ useCache: false });
      // The engine keeps only a schema that it has read to the end.
      if (reader.introspection !== latest) throw new Error("The schema could not be read.");
    } catch (error) {
      isOutdated = true;
      throw error;
    }
  }
}
