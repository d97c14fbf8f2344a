import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateTypes, typesFile } from "../../scripts/gen-types.ts";
import { describeDatabase } from "../support/database-suite.ts";

describeDatabase("src/lib/database.types.ts", (suite) => {
  it("matches the migrations (otherwise: npm run types)", async () => {
    expect(await readFile(typesFile, "utf8")).toBe(await generateTypes(suite.url));
  });

  it("becomes stale after a change of any table or function", async () => {
    await suite.sql.unsafe(`alter table public.skills add column years integer;
      create function public.later() returns integer language sql as 'select 1'`);
    const changed = await generateTypes(suite.url);
    await suite.sql.unsafe(`alter table public.skills drop column years;
      drop function public.later()`);
    const before = new Set((await readFile(typesFile, "utf8")).split("\n"));
    const added = changed.split("\n").filter((line) => !before.has(line));
    expect(added.join("\n")).toMatch(/years[\s\S]*later/);
  });
});
