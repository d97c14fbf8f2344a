import { describe, expect, it } from "vitest";
import { BodyTooLargeError, readBody } from "./request-body.ts";

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost", {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
}

/** A body without a declared length that counts how much was read from it. */
function endless() {
  const taken = { bytes: 0, canceled: false };
  const stream = new ReadableStream({
    pull: (controller) => {
      taken.bytes += 1000;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel: () => {
      taken.canceled = true;
    },
  });
  return { stream, taken };
}

describe("readBody", () => {
  it("readBody returns the body, up to and including the limit", async () => {
    expect(new TextDecoder().decode(await readBody(post("twelve bytes"), 12))).toBe("twelve bytes");
    expect(await readBody(new Request("http://localhost"), 0)).toHaveLength(0);
  });

  it("readBody rejects a body one byte over the limit", async () => {
    await expect(readBody(post("twelve bytes"), 11)).rejects.toThrow(BodyTooLargeError);
  });

  it("readBody rejects a declared size over the limit before reading anything", async () => {
    const { stream, taken } = endless();
    const before = taken.bytes;
    const request = post(stream, { "content-length": "5001" });
    await expect(readBody(request, 5000)).rejects.toThrow(BodyTooLargeError);
    expect(taken.bytes).toBeLessThanOrEqual(before + 1000);
  });

  it("readBody stops reading a body of undeclared size at the limit", async () => {
    const { stream, taken } = endless();
    await expect(readBody(post(stream), 5000)).rejects.toThrow(BodyTooLargeError);
    expect(taken.bytes).toBeLessThan(10_000);
  });

  it.each<[string, UnderlyingDefaultSource]>([
    ["disconnects", { pull: (controller) => controller.error(new Error("aborted")) }],
    ["never finishes", {}],
  ])("readBody reports an incomplete body when the sender %s", async (_what, source) => {
    const body = new ReadableStream(source);
    await expect(readBody(post(body), 5000, 1)).rejects.toThrow(BodyTooLargeError);
  });
});
