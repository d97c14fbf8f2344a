import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientFor } from "../support/gateway.ts";
import { PICTURES, type StorageBench, startStorageBench } from "../support/storage-bench.ts";

const PICTURE_LIMIT = 5 * 1024 * 1024;

let bench: StorageBench;
beforeAll(async () => {
  bench = await startStorageBench();
});
afterAll(() => bench.gateway.stop());

// Nothing in the product may rely on these; hosted Supabase accepts both.
describe("what hosted Supabase accepts", () => {
  it("is refused where a body of unknown length exceeds the bucket's limit", async () => {
    const stream = new Blob([new Uint8Array(PICTURE_LIMIT + 1)]).stream();
    const refused = await bench.owner.client.storage
      .from(PICTURES)
      .upload(`public/${randomUUID()}.png`, stream, { contentType: "image/png" });
    expect(refused.error).toMatchObject({ statusCode: "413" });
  });

  it("is refused where the secret key sets a weak password", async () => {
    const { url, secrets } = bench.gateway;
    const weak = await clientFor(url, secrets.secretKey).auth.admin.createUser({
      email: `${randomUUID()}@example.test`,
      password: "abc",
    });
    expect(weak.error).toMatchObject({ status: 422, code: "weak_password" });
  });
});
