import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connect, type Sql } from "../../../server/database/connect.ts";
import type { Database } from "../../../server/database/open.ts";
import { openSession } from "../../../server/database/session.ts";
import { databaseUrl, type PostgresVersion, TEMPLATE } from "./clusters.ts";

export interface TestDatabase {
  /** The superuser's pool on this database. */
  sql: Sql;
  url: string;
  drop(): Promise<void>;
}

/**
 * A separate database for one test file: a copy of the migrated template, without content.
 * @throws when this PostgreSQL version is missing, because a skipped half must not look like a
 * pass.
 */
export async function createTestDatabase(version: PostgresVersion): Promise<TestDatabase> {
  return copyDatabase(version, TEMPLATE);
}

/** An empty database, without even the roles' schemas; for tests of the migrations themselves. */
export async function createBareDatabase(version: PostgresVersion): Promise<TestDatabase> {
  return copyDatabase(version, "template0");
}

async function copyDatabase(version: PostgresVersion, template: string): Promise<TestDatabase> {
  const clusterUrl = inject("clusters")[version];
  if (!clusterUrl) throw new Error(`PostgreSQL ${version} is not installed (see README.md).`);
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying files takes half as long as writing each page to the WAL as well, the default.
  await onCluster(clusterUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(clusterUrl, name);
  const sql = connect(url, { max: 10 });
  const drop = async () => {
    await sql.end({ timeout: 1 });
    await onCluster(clusterUrl, `drop database if exists ${name} with (force)`);
  };
  return { sql, url, drop };
}

/** The database as a server opens it; `stop` ends only what this function has added. */
export function openForServer({ sql, url }: TestDatabase): Database {
  const session = openSession(url);
  return { sql, url, pooled: false, session, stop: () => session.close() };
}

/** A template can only be copied while it is unused, so parallel test files take turns. */
async function onCluster(clusterUrl: string, statement: string) {
  const admin = connect(clusterUrl, { max: 1 });
  try {
    await admin`select pg_advisory_lock(4711)`;
    await admin.unsafe(statement);
  } finally {
    await admin.end();
  }
}
