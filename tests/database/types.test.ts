import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateTypes, typesFile } from "../../scripts/gen-types.ts";
import { describeDatabase } from "../support/database-suite.ts";

describeDatabase("src/lib/database.types.ts", (suite) => {
  it("is what the migrations say (otherwise: npm run types)", async () => {
    expect(await readFile(typesFile, "utf8")).toBe(await generateTypes(suite.url));
  });

  it("would be stale after a change of any table or function", async () => {
    const before = await readFile(typesFile, "utf8");
    await suite.sql`alter table public.skills add column years integer`;
    const column = await generateTypes(suite.url);
    await suite.sql`alter table public.skills drop column years`;
    await suite.sql`create function public.later() returns integer language sql as 'select 1'`;
    const routine = await generateTypes(suite.url);
    await suite.sql`drop function public.later()`;
    expect(column).not.toBe(before);
    expect(routine).not.toBe(before);
  });
});
