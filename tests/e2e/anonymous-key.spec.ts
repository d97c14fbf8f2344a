import { expect, type Page } from "@playwright/test";
import { test } from "./fixtures.ts";

// Rows are added where the key must not read.
test.use({ siteName: "anonymous-key" });

const closed = [
  "messages",
  "visits",
  "workspace_users",
  "workspace_activity_logs",
  "workspace_notes",
  "workspace_tasks",
  "workspace_files",
];

test("the page's own key reads what the page shows and nothing else", async ({
  landing,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 401 .*(messages|visits|workspace_)/);
  watch.expectProblem(/^console error: Failed to load resource.*401/);
  const { sql } = site;
  const user = crypto.randomUUID();
  await sql`insert into public.messages (name, email, subject, message)
    values ('secret', 'secret@example.com', 'secret', 'secret')`;
  await sql`insert into public.visits default values`;
  await sql`insert into auth.users (id, email) values (${user}, 'user@example.com')`;
  await sql`insert into public.workspace_users (user_id, email, username)
    values (${user}, 'user@example.com', 'user')`;
  await sql`insert into public.workspace_activity_logs (user_id, event_type) values (${user}, 'login')`;
  await sql`insert into public.workspace_notes (user_id, title, content) values (${user}, 't', 'c')`;
  await sql`insert into public.workspace_tasks (user_id, title, status, priority)
    values (${user}, 't', 'todo', 'low')`;
  await sql`insert into public.workspace_files (user_id, name, is_folder) values (${user}, 'f', true)`;

  await landing.open();
  for (const table of closed) {
    const [stored] = await sql`select count(*)::int as rows from public.${sql(table)}`;
    expect(stored?.rows, `${table} holds something to find`).toBeGreaterThan(0);
    const answer = await read(page, `${table}?select=*`);
    expect(answer.rows, table).toEqual([]);
    expect((await read(page, `${table}?select=count`)).text, table).not.toMatch(/"count":[1-9]/);
  }
  for (const table of ["projects", "skills", "education", "experience", "social_links"]) {
    const answer = await read(page, `${table}?select=*`);
    expect(answer.status, table).toBe(200);
    expect(answer.rows.length, table).toBeGreaterThan(0);
  }
});

test("the page's configuration contains an address and the public key only", async ({
  landing,
  page,
  site,
}) => {
  await landing.open();
  const config = JSON.parse((await page.locator("#foyer-config").textContent()) ?? "");
  expect(config).toEqual({
    supabaseUrl: site.origin,
    publishableKey: expect.stringMatching(/^sb_publishable_/),
    embedded: true,
  });
  const secrets = await site.secrets();
  const html = await page.content();
  for (const secret of [secrets.secretKey, secrets.jwtSecret, secrets.postgresPassword]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(html).not.toContain(secret);
  }
});

/** Reads a path of the Data API from inside the page with the key embedded in it. */
async function read(page: Page, path: string) {
  const answer = await page.evaluate(async (path) => {
    const config = JSON.parse(document.getElementById("foyer-config")?.textContent ?? "");
    const response = await fetch(`${config.supabaseUrl}/rest/v1/${path}`, {
      headers: { apikey: config.publishableKey },
    });
    return { status: response.status, text: await response.text() };
  }, path);
  const rows: unknown = JSON.parse(answer.text);
  return { ...answer, rows: Array.isArray(rows) ? rows : [] };
}
