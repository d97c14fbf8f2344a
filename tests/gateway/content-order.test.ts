import { afterAll, beforeAll, expect, it } from "vitest";
import { readPortfolio } from "../../src/content/read-portfolio.ts";
import { startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

async function shownNames() {
  const { publishableKey } = gateway.secrets;
  const { links, skills } = await readPortfolio(fetch, {
    supabaseUrl: gateway.url,
    publishableKey,
  });
  return { links: links.map(({ name }) => name), skills: skills.map(({ name }) => name) };
}

it("entries with equal positions are in the admin panel's order, whichever was edited last", async () => {
  const { sql } = gateway.database;
  await sql`insert into social_links (name, url, display_order)
    select 'Link ' || n, 'https://example.org', 1 from generate_series(1, 6) n`;
  await sql`insert into skills (name, level) values ('Vue', 80), ('Go', 80), ('C', 80), ('Zig', 90)`;
  const panel = await sql<{ name: string }[]>`
    select name from social_links order by display_order nulls last, id`;
  const before = await shownNames();
  expect(before.links).toEqual(panel.map(({ name }) => name));
  expect(before.skills).toEqual(["Zig", "C", "Go", "Vue"]);
  // An update moves a row to another position in the table.
  await sql`update social_links set icon_key = 'github' where name = ${before.links[0] ?? ""}`;
  await sql`update skills set icon = 'Go' where name = 'C'`;
  expect(await shownNames()).toEqual(before);
});
