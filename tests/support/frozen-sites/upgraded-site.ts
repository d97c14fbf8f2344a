import { expect } from "vitest";
import { connect } from "../../../server/database/connect.ts";
import { readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { startBuiltServer } from "../sites/built-server.ts";
import { clientFor } from "../sites/gateway.ts";
import { moveToOlder, runUpgrade } from "../sites/older-site.ts";
import { SETTINGS } from "./live.ts";
import { expectArchivedRows } from "./rows.ts";
import { thawSite } from "./thaw.ts";

/**
 * Checks that a site of an earlier version, moved to an earlier PostgreSQL, is upgraded with its rows,
 * accounts and files.
 * @param binaries the folder of that PostgreSQL's programs.
 */
export async function upgradeFrozenSite(name: string, binaries: string): Promise<void> {
  const site = await thawSite(name);
  const { dataDir, life, rows } = site;
  try {
    await moveToOlder(site, binaries);
    const { code, printed } = await runUpgrade(dataDir, ["--binaries", binaries]).ended;
    expect(printed).toMatch(/Upgraded: \d+ rows in/);
    expect(code).toBe(0);

    const server = await startBuiltServer({ dataDir, env: SETTINGS });
    const sql = connect(await readDatabaseUrl(dataDir), { max: 2 });
    try {
      await expectArchivedRows(sql, rows);
      const client = clientFor(server.origin, (await server.secrets()).publishableKey);
      expect((await client.auth.signInWithPassword(life.workspace)).error).toBeNull();
      const { data } = await client.from("workspace_files").select("storage_object_path,size");
      for (const { storage_object_path: path, size } of (data ?? []).filter(({ size }) => size)) {
        const { data: bytes } = await client.storage.from("workspace-files").download(path);
        expect(bytes?.size, path).toBe(size);
      }
    } finally {
      await sql.end();
      await server.stop();
    }
  } finally {
    await site.remove();
  }
}
