import { describe, expect, it } from "vitest";
import { cutMigrations, killMigrations } from "../support/interrupted-migrations.ts";

describe.each([17, 15] as const)("Migrations, PostgreSQL %i", (version) => {
  it("leave the old schema when interrupted after any statement", async () => {
    const cuts = await cutMigrations(version, (statements) =>
      Array.from({ length: statements + 1 }, (_, kept) => kept),
    );
    expect(cuts).toBeGreaterThan(300);
  });

  it("leave the old schema when any is killed before the end, and the new one after the next start", () =>
    killMigrations(version, (migrations) => migrations));
});
