import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startBuiltServer } from "../support/built-server.ts";
import { copyRuntimeCheckout } from "../support/checkout-copy.ts";
import { preparedDataDir } from "../support/prepared-data-dir.ts";

/** In the soak, `fresh-checkout.test.ts` has npm install them. */
test("the packages that npm start installs take at most 390 MB, and suffice to build and start", async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  const checkout = await copyRuntimeCheckout({ built: false });
  try {
    expect(existsSync(join(checkout, "node_modules/vitest"))).toBe(false);
    const used = execFileSync("du", ["-sm", "node_modules"], { cwd: checkout, encoding: "utf8" });
    expect(Number.parseInt(used, 10)).toBeLessThanOrEqual(390);
    const server = await startBuiltServer({ checkout, dataDir });
    try {
      expect(server.output()).toMatch(/^Building .*\n[\s\S]*^Built in \d+ s\.$/m);
      expect(server.output()).not.toContain("Installing");
      expect(await (await fetch(server.origin)).text()).toContain('id="foyer-config"');
    } finally {
      await server.stop();
    }
  } finally {
    await rm(checkout, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});
