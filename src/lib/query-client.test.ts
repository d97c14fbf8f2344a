import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { BackendError } from "./errors.ts";
import { createQueryClient } from "./query-client.ts";

test("a change refetches only the queries that read the changed table", async () => {
  const client = createQueryClient("reads", () => {});
  const reads = { overview: 0, other: 0 };
  const observe = (name: keyof typeof reads, meta: { reads?: string[] }) =>
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => {
        reads[name] += 1;
        return reads[name];
      },
      meta,
    }).subscribe(() => {});
  const stops = [observe("overview", { reads: ["rows", "files"] }), observe("other", {})];
  await expect.poll(() => reads).toEqual({ overview: 1, other: 1 });
  const write = { mutationFn: async () => {}, meta: { changes: [["files", "of a user"]] } };
  await client.getMutationCache().build(client, write).execute(undefined);
  expect(reads).toEqual({ overview: 2, other: 1 });
  for (const stop of stops) stop();
});

test("a row written while its list was loading for the first time is shown", async () => {
  const client = createQueryClient("first load", () => {});
  const stored = ["old"];
  const answers: (() => void)[] = [];
  const list = new QueryObserver(client, {
    queryKey: ["rows"],
    queryFn: async () => {
      const read = [...stored];
      // Only the first response is slow.
      if (answers.length === 0) await new Promise<void>((resolve) => answers.push(resolve));
      return read;
    },
  });
  const unsubscribe = list.subscribe(() => {});
  const write = client.getMutationCache().build(client, {
    mutationFn: async (row: string) => void stored.push(row),
    meta: { changes: [["rows"]] },
  });
  const written = write.execute("new");
  await expect.poll(() => stored).toContain("new");
  answers[0]?.();
  await written;
  expect(list.getCurrentResult().data).toEqual(["old", "new"]);
  unsubscribe();
});

describe("a read that failed", () => {
  /** Observes a query whose reads fail with this error until the test ends the failure. */
  function observe(client: QueryClient, name: string, error: unknown, options = {}) {
    const read = { fails: true, count: 0 };
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => {
        read.count += 1;
        return read.fails ? Promise.reject(error) : name;
      },
      retryDelay: 0,
      ...options,
    });
    return { read, observer, stop: observer.subscribe(() => {}) };
  }

  test.each([
    ["an unreachable server", new BackendError("Failed to fetch")],
    ["an error of the server", new BackendError("Out of order.", { status: 500 })],
    ["code that does not load", new TypeError("Failed to fetch dynamically imported module")],
  ])(
    "a read that failed because of %s is repeated as soon as another read succeeds",
    async (_what, error) => {
      const client = createQueryClient("failed reads", () => {});
      const name = observe(client, "name", error);
      await expect.poll(() => name.observer.getCurrentResult().isError).toBe(true);
      name.read.fails = false;
      await client.fetchQuery({ queryKey: ["other"], queryFn: () => 1 });
      await expect.poll(() => name.observer.getCurrentResult().data).toBe("name");
      name.stop();
    },
  );

  test("a read that failed is repeated once for each read that succeeds, unless it was refused or is never retried", async () => {
    const client = createQueryClient("refused reads", () => {});
    const error = new BackendError("Out of order.", { status: 500 });
    const all = [
      observe(client, "broken", error),
      observe(client, "refused", new BackendError("No.", { status: 403 })),
      observe(client, "costly", error, { retry: false }),
    ];
    for (const { observer } of all) {
      await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    }
    const counts = () => all.map(({ read }) => read.count);
    expect(counts()).toEqual([2, 1, 1]);
    await client.fetchQuery({ queryKey: ["other"], queryFn: () => 1 });
    await expect.poll(counts).toEqual([4, 1, 1]);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(counts()).toEqual([4, 1, 1]);
    for (const { stop } of all) stop();
  });
});
