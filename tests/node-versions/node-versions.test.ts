import { rm } from "node:fs/promises";
import { createClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, it } from "vitest";
import ws from "ws";
import { type BuiltServer, startBuiltServer } from "../support/sites/built-server.ts";
import { preparedDataDir } from "../support/sites/prepared-data-dir.ts";
import { nodeOf } from "./node-of.ts";

const owner = { email: "owner@example.com", password: "a long enough password" };
const guest = { email: "guest@example.com", username: "guest", password: "another long password" };
/** One transparent pixel as PNG. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe.each(["22", "24"])("Node.js %s", (major) => {
  it("the built server starts and answers through every service", async () => {
    const server = await start(major);
    await expectPage(server);

    const { publishableKey } = await server.secrets();
    const admin = clientFor(server, publishableKey);
    expect((await admin.auth.signInWithPassword(owner)).error).toBeNull();
    const message = { name: "n", email: "n@example.com", subject: major, message: "m" };
    expect((await clientFor(server, publishableKey).from("messages").insert(message)).error).toBe(
      null,
    );
    const inbox = await admin.from("messages").select("subject").eq("subject", major);
    expect(inbox.data).toEqual([{ subject: major }]);

    const stored = await admin.storage
      .from("profile-pictures")
      .upload("pixel.png", picture, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    const address = admin.storage.from("profile-pictures").getPublicUrl("pixel.png");
    const served = await fetch(address.data.publicUrl);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(picture);

    const created = await admin.functions.invoke("workspace-user", {
      body: { action: "create", ...guest },
    });
    expect(created.error).toBeNull();
    const session = await clientFor(server, publishableKey).functions.invoke("workspace-sign-in", {
      body: { identifier: guest.username, password: guest.password },
    });
    expect(session.data).toMatchObject({ access_token: expect.any(String) });
  });
});

/** Starts a site with an owner on this Node.js release. */
async function start(major: string): Promise<BuiltServer> {
  const env = { FOYER_OWNER_EMAIL: owner.email, FOYER_OWNER_PASSWORD: owner.password };
  const dataDir = await preparedDataDir(env);
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startBuiltServer({ dataDir, env, node: nodeOf(major) });
  cleanups.push(() => server.stop());
  return server;
}

/** Checks the page, its compressed form, a static file and the share image. */
async function expectPage({ origin }: BuiltServer): Promise<void> {
  const page = await (await fetch(origin)).text();
  expect(page).toContain('id="foyer-config"');
  const [, script = ""] = /"(\/assets\/[^"]+\.js)/.exec(page) ?? [];
  const [, image = ""] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
  expect(await typeOf(`${origin}${script}`)).toMatch(/^200 text\/javascript/);
  expect(await typeOf(`${origin}${new URL(image).pathname}`)).toBe("200 image/png");
}

async function typeOf(url: string): Promise<string> {
  const answer = await fetch(url);
  return `${answer.status} ${answer.headers.get("content-type")}`;
}

function clientFor(server: BuiltServer, key: string) {
  return createClient(server.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node.js 20 has no built-in WebSocket.
    realtime: { transport: ws as never },
  });
}
