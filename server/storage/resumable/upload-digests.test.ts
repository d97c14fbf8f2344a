import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createUploadDigests } from "./upload-digests.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function* bytesOf(text: string, failure?: Error) {
  yield Buffer.from(text);
  if (failure) throw failure;
}

async function take(source: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of source) text += Buffer.from(chunk).toString();
  return text;
}

describe("the digest of an upload", () => {
  it("the digest of an upload covers all of its requests, a failed one included", async () => {
    const digests = createUploadDigests();
    expect(await take(digests.measure("a", 0, bytesOf("one ")))).toBe("one ");
    await expect(take(digests.measure("a", 4, bytesOf("two ", new Error("cut"))))).rejects.toThrow(
      "cut",
    );
    await take(digests.measure("a", 8, bytesOf("three")));
    expect(digests.find("a", 13)).toBe(sha256("one two three"));
    expect(digests.find("a", 13)).toBe(sha256("one two three"));
  });

  it.each([
    ["bytes went to another server", 6],
    ["not all of a failed request was stored", 2],
  ])("the digest of an upload is unknown when %s", async (_why, offset) => {
    const digests = createUploadDigests();
    await take(digests.measure("a", 0, bytesOf("one ")));
    expect(await take(digests.measure("a", offset, bytesOf("rest")))).toBe("rest");
    expect(digests.find("a", offset + 4)).toBeNull();
  });

  it("the digest of an upload starts over with the first byte", async () => {
    const digests = createUploadDigests();
    await take(digests.measure("a", 0, bytesOf("one ")));
    await take(digests.measure("a", 0, bytesOf("other")));
    expect(digests.find("a", 5)).toBe(sha256("other"));
  });

  it("digests are kept for a limited number of uploads", async () => {
    const digests = createUploadDigests();
    for (let number = 0; number <= 1000; number++) {
      await take(digests.measure(String(number), 0, bytesOf("x")));
    }
    expect([digests.find("0", 1), digests.find("1", 1)]).toEqual([null, sha256("x")]);
  });
});
