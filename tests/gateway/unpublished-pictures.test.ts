import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PICTURES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { clientFor, visitor } from "../support/sites/gateway.ts";

const NAME = "projects/5f0c6f1e0a8b4d2f9c3e7a1b2d4f6a80-40x20-40.webp";

let bench: StorageBench;

beforeAll(async () => {
  bench = await startStorageBench();
  const background = { r: 9, g: 9, b: 9 };
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .webp()
    .toBuffer();
  const { owner } = bench;
  const stored = await owner.client.storage
    .from(PICTURES)
    .upload(NAME, picture, { contentType: "image/webp" });
  expect(stored.error).toBeNull();
  const project = { name: "Secret", live_link: "https://example.test", visibility: "draft" };
  const image_url = `/storage/v1/object/public/${PICTURES}/${NAME}`;
  expect((await owner.client.from("projects").insert({ ...project, image_url })).error).toBeNull();
});
afterAll(() => bench.gateway.stop());

/** Everything that a caller can request without knowing the name. */
async function search(client: SupabaseClient): Promise<string> {
  const bucket = client.storage.from(PICTURES);
  const answers = [
    await bucket.list(),
    await bucket.list("projects"),
    await bucket.list("projects", { search: "5f0c" }),
    await client.from("projects").select("*"),
    await client.from("content_history").select("*"),
    await client.rpc("list_unused_pictures"),
  ];
  return JSON.stringify(answers);
}

it("the picture of a draft can be found by the owner only", async () => {
  const { gateway, owner, workspace } = bench;
  expect(await search(owner.client)).toContain("5f0c6f1e");
  expect(await search(workspace.client)).not.toContain("5f0c6f1e");
  expect(await search(visitor(gateway))).not.toContain("5f0c6f1e");
});

it("anyone with the address of a draft's picture can open it, as docs/security.md says", async () => {
  const { gateway } = bench;
  const key = clientFor(gateway.url, gateway.secrets.publishableKey);
  const { publicUrl } = key.storage.from(PICTURES).getPublicUrl(NAME).data;
  expect((await fetch(publicUrl)).status).toBe(200);
});
