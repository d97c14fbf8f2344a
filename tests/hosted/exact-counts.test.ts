import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { clientFor } from "../support/sites/gateway.ts";

const hosted = inject("hosted");
const service = clientFor(hosted.url, hosted.secretKey);
const sql = connect(hosted.dbUrl, { max: 1 });

beforeAll(async () => {
  const drafts = Array.from({ length: 33 }, (_, n) => ({
    name: `Estimated ${n}`,
    live_link: "https://example.test",
    visibility: "draft",
  }));
  expect((await service.from("projects").insert(drafts)).error).toBeNull();
  await sql`analyze public.projects`;
});
afterAll(async () => {
  await service.from("projects").delete().like("name", "Estimated %");
  await sql.end();
});

const countAs = (key: string, count: "exact" | "planned" | "estimated") =>
  clientFor(hosted.url, key).from("projects").select("id", { count }).like("name", "Estimated %");

it("the project's database refuses estimated counts to visitors, and only to them", async () => {
  expect(await countAs(hosted.publishableKey, "exact")).toMatchObject({ status: 200, count: 0 });
  expect(await countAs(hosted.publishableKey, "planned")).toMatchObject({
    status: 400,
    count: null,
    error: { code: "PT400", message: "Estimated row counts are not available" },
  });
  // PostgREST asks the planner only if there are more rows than it returns.
  const estimated = await countAs(hosted.publishableKey, "estimated");
  expect([0, null]).toContain(estimated.count);
  const planned = await countAs(hosted.secretKey, "planned");
  expect(planned.count).toBeGreaterThan(0);
});
