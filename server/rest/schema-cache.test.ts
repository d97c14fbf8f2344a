import { expect, it, vi } from "vitest";
import type { SchemaReader } from "./lite.ts";
import { openSchemaCache } from "./schema-cache.ts";

const AWAY = Object.assign(new Error("away"), { code: "CONNECTION_CLOSED" });

/** Reads as the engine does: a failed read returns an empty schema and keeps the one before. */
function createReader() {
  const state = { reads: 0, isReachable: true, isComplete: true };
  const reader: SchemaReader = {
    introspection: undefined,
    async introspect() {
      state.reads++;
      const column = { schema: "public", table: `t${state.reads}`, name: "id" };
      if (!state.isComplete) return { columns: [] };
      reader.introspection = { columns: [column] };
      return reader.introspection;
    },
  };
  const probe = async () => {
    if (!state.isReachable) throw AWAY;
  };
  const table = () => reader.introspection?.columns[0]?.table;
  return { reader, state, probe, table };
}

it("reads the schema again only when it is outdated, once for all requests", async () => {
  const { reader, state, probe, table } = createReader();
  const cache = await openSchemaCache(reader, probe);
  cache.refresh();
  expect(state.reads).toBe(1);
  cache.outdate();
  for (let request = 0; request < 10; request++) cache.refresh();
  await expect.poll(table).toBe("t2");
  cache.refresh();
  expect(state.reads).toBe(2);
});

it("keeps the last schema while the database is unavailable, and reads it again afterwards", async () => {
  const { reader, state, probe, table } = createReader();
  const cache = await openSchemaCache(reader, probe);
  state.isReachable = false;
  cache.outdate();
  cache.refresh();
  await new Promise(setImmediate);
  expect([table(), state.reads]).toEqual(["t1", 1]);
  state.isReachable = true;
  cache.refresh();
  await expect.poll(table).toBe("t2");
});

it("keeps the last schema when the connection is lost while reading", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const { reader, state, probe, table } = createReader();
  const cache = await openSchemaCache(reader, probe);
  state.isComplete = false;
  cache.outdate();
  cache.refresh();
  await expect.poll(() => printed.mock.calls.length).toBe(1);
  expect(table()).toBe("t1");
  printed.mockRestore();
});

it("fails without a first schema, with the cause", async () => {
  const { reader, state, probe } = createReader();
  state.isReachable = false;
  await expect(openSchemaCache(reader, probe)).rejects.toBe(AWAY);
  state.isReachable = true;
  state.isComplete = false;
  await expect(openSchemaCache(reader, probe)).rejects.toThrow("could not be read");
});
