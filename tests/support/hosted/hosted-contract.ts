import { beforeAll, inject } from "vitest";
import { connect } from "../../../server/database/connect.ts";

/** Makes the contract suite, and all other users of its target, use the hosted-style project. */
const { url, publishableKey, secretKey, dbUrl } = inject("hosted");
process.env.CONTRACT_SUPABASE_URL = url;
process.env.CONTRACT_PUBLISHABLE_KEY = publishableKey;
process.env.CONTRACT_SECRET_KEY = secretKey;

// All files share one visitor address and one list of Notion. Limits used up, and notes cached, by
// one file must not affect the next.
beforeAll(async () => {
  const sql = connect(dbUrl, { max: 1 });
  await sql`truncate private.visitor_counts, private.notion_notes`;
  await sql.end();
});
