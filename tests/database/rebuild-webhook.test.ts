import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../server/project-root.ts";
import { describeNewestDatabase } from "../support/databases/database-suite.ts";
import { become } from "../support/databases/personas.ts";
import { contentSubjects } from "../support/databases/role-matrix.ts";

const file = await readFile(join(projectRoot, "docs/examples/rebuild-webhook.sql"), "utf8");

/** The parts of pg_net and of Supabase Vault that the example uses. */
const SUPABASE = `
  create schema net;
  create table net.sent (url text, body jsonb, headers jsonb);
  create function net.http_post(url text, body jsonb, headers jsonb) returns bigint language sql
    as 'insert into net.sent values (url, body, headers); select 1::bigint';
  create schema vault;
  create table vault.decrypted_secrets (name text, decrypted_secret text)`;

describeNewestDatabase("docs/examples/rebuild-webhook.sql", (suite) => {
  it("every change of the content requests a rebuild, once a webhook address is set", async () => {
    await suite.trial(async (tx) => {
      await tx.unsafe(SUPABASE);
      // The script can be run again.
      for (const _ of [1, 2]) await tx.unsafe(file);
      await become(tx, "owner");
      await tx`insert into skill_categories (name) values ('before')`;
      await tx`reset role`;
      await tx`insert into vault.decrypted_secrets values ('rebuild_url', 'https://hook')`;
      for (const { table, row } of contentSubjects) {
        await tx.unsafe(`insert into ${table} ${row("")}`);
      }
      await tx`insert into vault.decrypted_secrets values ('rebuild_token', 'secret')`;
      await tx`delete from projects`;
      const sent = await tx`select url, body, headers ->> 'authorization' as token from net.sent`;
      const request = { url: "https://hook", body: { event_type: "content-changed" } };
      expect(sent).toEqual([
        ...contentSubjects.map(() => ({ ...request, token: null })),
        { ...request, token: "Bearer secret" },
      ]);
    });
  });
});
