import { text } from "node:stream/consumers";
import { connect } from "../../../server/database/connect.ts";
import { type Migration, migrate } from "../../../server/database/migrate.ts";

// Run as a separate process, to be killed: applies the migrations given on standard input to the
// database given as argument, and pauses just before the last one commits.
const migrations = JSON.parse(await text(process.stdin)) as Migration[];
const waiting = migrations.map((migration, index) =>
  index === migrations.length - 1
    ? { ...migration, sql: `${migration.sql};\nselect pg_sleep(600)` }
    : migration,
);
await migrate(connect(process.argv[2] ?? "", { max: 1 }), waiting);
