import { beforeAll, inject } from "vitest";
import { connect } from "../../../server/database/connect.ts";

/**
 * Points the contract suite, and everything else that asks for its target, at the hosted-style
 * project.
 */
const { url, publishableKey, secretKey, dbUrl } = inject("hosted");
process.env.CONTRACT_SUPABASE_URL = url;
process.env.CONTRACT_PUBLISHABLE_KEY = publishableKey;
process.env.CONTRACT_SECRET_KEY = secretKey;

// All files share one visitor address and one list of Notion: limits used up by one must not affect
// the next, nor what it has read.
beforeAll(async () => {
  const sql = connect(dbUrl, { max: 1 });
  await sql`truncate private.visitor_counts, private.notion_notes`;
  await sql.end();
});
