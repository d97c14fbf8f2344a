import { describe, expect, it } from "vitest";
import { migrate } from "../../server/database/migrate.ts";
import {
  OLDEST_RELEASE,
  readSchema,
  type Schema,
  splitStatements,
} from "../../server/database/schema.ts";
import {
  createEmptyDatabase,
  creationOf,
  failStep,
  killStep,
  pushByCli,
  updatesOf,
  withFrozenDatabase,
} from "../support/databases/interrupted-migrations.ts";
import { fingerprint } from "../support/databases/schema-fingerprint.ts";

/** In a step with many statements, only every n-th statement's end is tried. */
const ENDS = 50;

describe.each([17, 15] as const)("The schema of a new database, PostgreSQL %i", (version) => {
  it("a new database's schema leaves nothing when interrupted after a statement or killed before the end", async () => {
    const schema = await readSchema();
    const database = await createEmptyDatabase(version);
    try {
      for (const sql of beginningsOf(schema.base.sql)) {
        await failStep(database, creationOf({ ...schema, base: { ...schema.base, sql } }));
      }
      await killStep(database, creationOf(schema));
    } finally {
      await database.drop();
    }
  });

  it("a new database's schema is the same by the host and by supabase db push, which applies it once", async () => {
    const schema = await readSchema();
    const [hosts, pushed] = [
      await createEmptyDatabase(version),
      await createEmptyDatabase(version),
    ];
    try {
      await migrate(hosts.sql, schema);
      const { code, stderr } = await pushByCli(pushed, schema);
      expect(code, stderr).toBe(0);
      expect(await fingerprint(pushed.sql)).toEqual(await fingerprint(hosts.sql));
      const { stdout } = await pushByCli(hosts, schema);
      expect(stdout).toContain("Remote database is up to date");
    } finally {
      await Promise.all([hosts.drop(), pushed.drop()]);
    }
  });
});

it("migrations of a site leave the old schema when interrupted after any statement", () =>
  withFrozenDatabase(OLDEST_RELEASE.version, async (copy) => {
    const schema = await readSchema();
    const site = await copy();
    await migrate(site.sql, { ...schema, migrations: [], code: "" });
    for (const [index, migration] of schema.migrations.entries()) {
      for (const sql of beginningsOf(migration.sql)) {
        const cut: Schema = {
          ...schema,
          migrations: [...schema.migrations.slice(0, index), { ...migration, sql }],
        };
        await failStep(site, updatesOf(cut)[index] as ReturnType<typeof creationOf>);
      }
      await migrate(site.sql, updatesOf(schema)[index]?.("") as Schema);
    }
    for (const code of beginningsOf(schema.code)) {
      await failStep(site, (end) => ({ ...schema, code: `${code}\n${end}` }));
    }
    await migrate(site.sql, schema);
  }));

/** The beginnings of a step, up to places that are spread over its statements. */
function beginningsOf(sql: string): string[] {
  const statements = splitStatements(sql);
  const every = Math.ceil(statements.length / ENDS);
  return statements.flatMap((_, index) =>
    index % every === 0 ? [statements.slice(0, index + 1).join("\n")] : [],
  );
}
