import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { discardBody, readBlocks, readChunks } from "./upload-body.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client that sends this many bytes at intervals until it is stopped. */
function client(bytes: number, seconds: number, most = Number.POSITIVE_INFINITY) {
  const state = { sent: 0, canceled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        if (state.canceled) return;
        if (state.sent >= most) return controller.close();
        state.sent += bytes;
        controller.enqueue(new Uint8Array(bytes));
      },
      cancel: () => {
        state.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  return { state, request: new Request("http://localhost", init) };
}

async function receive(request: Request): Promise<string> {
  let size = 0;
  try {
    for await (const chunk of readChunks(request, Number.POSITIVE_INFINITY)) size += chunk.length;
    return `${size} bytes`;
  } catch (error) {
    return (error as Error).message;
  }
}

const outcomeAfter = async <T>(seconds: number, outcome: Promise<T>) => {
  const pending = Symbol();
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const settled = await Promise.race([outcome, Promise.resolve(pending)]);
  return settled === pending ? "still open" : settled;
};

describe("an upload", () => {
  it("an upload with a byte every few seconds is aborted after a minute", async () => {
    const { request, state } = client(1, 5);
    const outcome = receive(request);
    expect(await outcomeAfter(59, outcome)).toBe("still open");
    expect(await outcomeAfter(2, outcome)).toBe("The client sent too slowly.");
    expect(state.canceled).toBe(true);
  });

  it("an upload that stalls is aborted within two minutes", async () => {
    const { request } = client(1_000_000, 1000);
    expect(await outcomeAfter(61, receive(request))).toBe("The client sent too slowly.");
  });

  it("an upload over a slow connection may take any time", async () => {
    // Sends 4 KB per second for more than two hours.
    const { request } = client(20 * 1024, 5, 30 * 1024 * 1024);
    const outcome = receive(request);
    expect(await outcomeAfter(7200, outcome)).toBe("still open");
    expect(await outcomeAfter(700, outcome)).toBe(`${30 * 1024 * 1024} bytes`);
  });

  it("an upload does not count the time spent waiting for a slow disk", async () => {
    const { request } = client(1000, 1, 20_000);
    const reading = (async () => {
      let size = 0;
      for await (const chunk of readChunks(request, Number.POSITIVE_INFINITY)) {
        size += chunk.length;
        await new Promise((resolve) => setTimeout(resolve, 30_000));
      }
      return size;
    })();
    expect(await outcomeAfter(700, reading)).toBe(20_000);
  });
});

it("a refused upload is read for half a minute at most, however fast it arrives", async () => {
  const { request, state } = client(100 * 1024, 1);
  const outcome = discardBody(request).then(() => "over");
  expect(await outcomeAfter(29, outcome)).toBe("still open");
  expect(await outcomeAfter(2, outcome)).toBe("over");
  expect(state.canceled).toBe(true);
});

const CHUNK = 60_000;
type Rest = "stall" | "fail" | "end";

describe.each([
  ["of a request", requestOf],
  ["of Node's stream", streamOf],
])("readBlocks %s", (_source, chunks) => {
  const expected = (count: number) =>
    Buffer.concat(Array.from({ length: count }, (_, at) => Buffer.alloc(CHUNK, at + 1)));

  /** Keeps each block until the next one has been requested, as a write in progress does. */
  async function take(blocks: AsyncIterable<Uint8Array>) {
    const taken = { bytes: Buffer.alloc(0), sizes: [] as number[], error: "" };
    let writing = new Uint8Array();
    const write = () => {
      taken.bytes = Buffer.concat([taken.bytes, writing]);
      taken.sizes.push(writing.byteLength);
    };
    try {
      for await (const block of blocks) {
        if (writing.byteLength > 0) write();
        writing = block as typeof writing;
      }
    } catch (error) {
      taken.error = (error as Error).message;
    }
    write();
    return taken;
  }

  it("joins chunks, and yields the rest at the end", async () => {
    const { bytes, sizes } = await take(readBlocks(chunks(30, "end"), 2_000_000));
    expect(sizes).toEqual([...Array(13).fill(131_072), 30 * CHUNK - 13 * 131_072]);
    expect(bytes.equals(expected(30))).toBe(true);
  });

  it("yields the bytes before a failure", async () => {
    const { bytes, error } = await take(readBlocks(chunks(3, "fail"), 2_000_000));
    expect(error).toBe("cut");
    expect(bytes.equals(expected(3))).toBe(true);
  });

  it("ends with the bytes so far when it is stopped", async () => {
    const stop = new AbortController();
    const taking = take(readBlocks(chunks(3, "stall"), 2_000_000, stop.signal));
    await vi.advanceTimersByTimeAsync(1000);
    stop.abort();
    const { bytes, error } = await taking;
    expect(error).toBe("");
    expect(bytes.equals(expected(3))).toBe(true);
  });

  it("yields none of the bytes above the limit", async () => {
    const { bytes, error } = await take(readBlocks(chunks(3, "end"), 2.5 * CHUNK));
    expect(error).toBe("The object exceeded the maximum allowed size");
    expect(bytes.equals(expected(2))).toBe(true);
  });
});

it("readBlocks leaves what it does not read to the HTTP server", async () => {
  const body = streamOf(30, "end");
  for await (const _block of readBlocks(body, 2_000_000)) break;
  expect(body.eventNames()).not.toContain("readable");
  expect(body.destroyed).toBe(false);
  expect((await body.toArray()).length).toBeGreaterThan(20);
});

/** Sends numbered chunks, then stalls, fails or ends. */
function requestOf(count: number, rest: Rest): Request {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      if (sent <= count) return controller.enqueue(new Uint8Array(CHUNK).fill(sent));
      if (rest === "end") return controller.close();
      if (rest === "fail") return controller.error(new Error("cut"));
      return new Promise(() => {});
    },
  });
  const init = { method: "PATCH", body, duplex: "half" } as RequestInit;
  return new Request("http://localhost", init);
}

/** The same as a stream of Node.js, which drops what it has buffered when it fails. */
function streamOf(count: number, rest: Rest): Readable {
  let sent = 0;
  return new Readable({
    highWaterMark: 1,
    read() {
      sent += 1;
      if (sent <= count) this.push(new Uint8Array(CHUNK).fill(sent));
      else if (rest === "end") this.push(null);
      else if (rest === "fail") process.nextTick(() => this.destroy(new Error("cut")));
    },
  });
}
