import { text } from "node:stream/consumers";
import { connect } from "../../../server/database/connect.ts";
import { migrate } from "../../../server/database/migrate.ts";

// Run as a separate process, to be killed: applies the schema given on standard input, which pauses
// before it commits, to the database given as argument.
await migrate(connect(process.argv[2] ?? "", { max: 1 }), JSON.parse(await text(process.stdin)));
