import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("refetches what reads a changed table besides its own, and nothing else", async () => {
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

test("shows a row written while its list was loading for the first time", async () => {
  const client = createQueryClient("first load", () => {});
  const stored = ["old"];
  const answers: (() => void)[] = [];
  const list = new QueryObserver(client, {
    queryKey: ["rows"],
    queryFn: async () => {
      const read = [...stored];
      // Only the first answer is slow.
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
