import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reserve, tusUpload } from "../support/drive-client.ts";
import { type Fleet, startFleet } from "../support/sites/fleet.ts";
import { signInWorkspaceUser } from "../support/sites/gateway.ts";

let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ servers: 2 });
});
afterAll(() => fleet?.stop());

/** In the soak, servers die and restart for ten minutes. */
test("two servers with nothing but environment variables in common are one site, and one of them may die", async () => {
  const { client } = await signInWorkspaceUser(fleet);
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token ?? "";

  // Two requests, so that each server answers once.
  for (let time = 0; time < 2; time++) {
    const { data: user, error } = await client.auth.getUser();
    expect(error).toBeNull();
    expect(user.user?.email).toBe("workspace@example.test");
  }
  await Promise.all(fleet.origins().map((origin) => fetch(origin)));
  await fleet.sql`update public.projects set name = 'Known everywhere'`;
  for (const origin of fleet.origins()) {
    await expect
      .poll(async () => (await fetch(origin)).text(), { timeout: 120_000 })
      .toContain("Known everywhere");
  }

  // Every request goes to the other server; the first server dies between or during the chunks.
  const content = randomBytes(16_000_000);
  const path = await reserve(client, "film", content.length);
  let killed: Promise<void> | undefined;
  const { upload, done } = tusUpload(fleet.url, token, path, content, {
    retryDelays: Array.from({ length: 20 }, () => 250),
    onProgress: (sent) => {
      if (sent > 8_000_000) killed ??= fleet.kill(0);
    },
  });
  upload.start();
  await done;
  expect(killed).toBeDefined();
  await killed;
  const stored = await client.storage.from("workspace-files").download(path);
  expect(stored.error).toBeNull();
  const bytes = Buffer.from(await (stored.data as Blob).arrayBuffer());
  expect(bytes.equals(content)).toBe(true);
  expect((await client.auth.refreshSession()).error).toBeNull();
});
