import { expect, it } from "vitest";
import { replacingTokens, tokensReplaced } from "./token-lock.ts";

it("tokensReplaced waits for every running replacement, even if one fails", async () => {
  const events: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = replacingTokens("admin", async () => {
    await gate;
    events.push("first");
    throw new Error("refused");
  });
  const second = replacingTokens("admin", async () => {
    await gate;
    events.push("second");
    return 2;
  });
  const waiting = tokensReplaced("admin").then(() => events.push("checked"));
  await Promise.resolve();
  expect(events).toEqual([]);
  release();
  await expect(first).rejects.toThrow("refused");
  expect(await second).toBe(2);
  await waiting;
  expect(events).toEqual(["first", "second", "checked"]);
});
