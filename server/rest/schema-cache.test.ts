import { expect, it, vi } from "vitest";
import type { Schema } from "./schema.ts";
import { openSchemaCache } from "./schema-cache.ts";

const AWAY = Object.assign(new Error("away"), { code: "CONNECTION_CLOSED" });

/** Reads schemas that are told apart by their number. */
async function openCache() {
  const state = { reads: 0, failure: null as Error | null };
  const listener = { notify: (_: string) => {} };
  const cache = await openSchemaCache(
    async () => {
      if (state.failure) throw state.failure;
      state.reads++;
      return { relations: new Map(), routines: new Map(), widest: state.reads } satisfies Schema;
    },
    {
      listen(_, onNotify, onGap) {
        listener.notify = onNotify;
        onGap?.();
        return () => {};
      },
    },
    1000,
  );
  return { cache, state, listener, number: () => cache.current().widest };
}

it("the schema cache reads the schema again only when it is outdated, once for all requests", async () => {
  const { state, listener, number } = await openCache();
  expect([number(), state.reads]).toEqual([1, 1]);
  listener.notify("reload config");
  number();
  expect(state.reads).toBe(1);
  listener.notify("reload schema");
  for (let request = 0; request < 10; request++) number();
  await expect.poll(number).toBe(2);
  expect(state.reads).toBe(2);
});

it("the schema cache keeps the last schema while the database is unavailable, and reads it again afterwards", async () => {
  const { state, listener, number } = await openCache();
  state.failure = AWAY;
  listener.notify("");
  number();
  await new Promise(setImmediate);
  expect([number(), state.reads]).toEqual([1, 1]);
  state.failure = null;
  await expect.poll(number).toBe(2);
});

it("the schema cache reports a schema that cannot be read for another reason", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const { state, listener, number } = await openCache();
  state.failure = new Error("permission denied");
  listener.notify("");
  number();
  await expect.poll(() => printed.mock.calls.length).toBe(1);
  expect(number()).toBe(1);
  printed.mockRestore();
});

it("opening the schema cache fails with the cause when the first schema cannot be read", async () => {
  const listen = () => () => {};
  const read = () => Promise.reject(AWAY);
  await expect(openSchemaCache(read, { listen }, 1)).rejects.toBe(AWAY);
});
