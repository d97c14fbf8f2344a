import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateTypes, typesFile } from "../../scripts/gen-types.ts";
import { describeNewestDatabase } from "../support/databases/database-suite.ts";

describeNewestDatabase("shared/database.types.ts", (suite) => {
  it("shared/database.types.ts matches the migrations (otherwise: npm run types)", async () => {
    expect(await readFile(typesFile, "utf8")).toBe(await generateTypes(suite.url));
  });
});
