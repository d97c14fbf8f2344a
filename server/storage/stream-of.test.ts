import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { streamOf } from "./stream-of.ts";

function counting() {
  const state = { read: 0, ended: false };
  async function* chunks() {
    try {
      for (;;) {
        state.read++;
        yield new Uint8Array(64 * 1024);
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, stream: streamOf(chunks()) };
}

describe("a stream for a slow client", () => {
  it("a stream for a slow client does not read ahead", async () => {
    const { state, stream } = counting();
    const reader = stream.getReader();
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.read).toBe(0);
    for (let wanted = 1; wanted <= 5; wanted++) {
      await reader.read();
      expect(state.read).toBe(wanted);
    }
  });

  it("a stream for a slow client closes its source when the client disconnects", async () => {
    const { state, stream } = counting();
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(state.ended).toBe(true);
  });

  it("a stream for a slow client closes a source that nothing was read from", async () => {
    const source = new Readable({ read() {} });
    await streamOf(source).cancel();
    expect(source.destroyed).toBe(true);
  });

  it("a stream for a slow client ends when the source ends, and fails when it fails", async () => {
    async function* two() {
      yield new Uint8Array(1);
      yield new Uint8Array(2);
    }
    expect((await new Response(streamOf(two())).arrayBuffer()).byteLength).toBe(3);
    async function* broken() {
      yield new Uint8Array(1);
      throw new Error("disk");
    }
    await expect(new Response(streamOf(broken())).arrayBuffer()).rejects.toThrow("disk");
  });
});
