import { rm } from "node:fs/promises";
import { afterEach } from "vitest";
import {
  type BuiltServer,
  type BuiltServerOptions,
  startBuiltServer,
  temporaryDataDir,
} from "../support/sites/built-server.ts";
import { preparedDataDir } from "../support/sites/prepared-data-dir.ts";

/** Servers and data directories that end with their test. Call it once per file. */
export function openSites() {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const removedLater = (dataDir: string) => {
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    return dataDir;
  };
  return {
    /** Called after the test, in reverse order. */
    cleanups,
    freshDataDir: async () => removedLater(await temporaryDataDir()),
    /** A data directory left by an earlier run without the sample. */
    usedDataDir: async () => removedLater(await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" })),
    async start(options: BuiltServerOptions): Promise<BuiltServer> {
      const server = await startBuiltServer(options);
      cleanups.push(() => server.stop());
      return server;
    },
  };
}
