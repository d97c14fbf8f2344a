import { setImmediate } from "node:timers/promises";
import bcrypt from "bcryptjs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPasswords, type Passwords, PasswordsBusyError } from "./passwords.ts";

let passwords: Passwords;
beforeEach(() => {
  passwords = createPasswords();
});
afterEach(() => passwords.close());

describe("passwords", () => {
  it("passwords are hashed as on hosted Supabase, whose hashes verify too", async () => {
    const hash = await passwords.hash("correct horse battery");
    expect(hash).toMatch(/^\$2[aby]\$10\$/);
    expect(await passwords.verify("correct horse battery", hash)).toBe(true);
    expect(await passwords.verify("correct horse batterx", hash)).toBe(false);
  });

  it("passwords never match an account that does not exist", async () => {
    for (const guess of ["", "password", "null"]) {
      expect(await passwords.verify(guess, null)).toBe(false);
    }
  });

  it.each([
    ["a known", bcrypt.hashSync("x", 10), true],
    ["an unknown", null, false],
  ])(
    "passwords of %s account do not block the main thread while being checked",
    async (_, hash, matches) => {
      const finished = vi.fn();
      const work = passwords.verify("x", hash).then(finished);
      // If the comparison ran on this thread, or not at all, it would finish before the next turn of
      // the event loop.
      await setImmediate();
      expect(finished).not.toHaveBeenCalled();
      await work;
      expect(finished).toHaveBeenCalledWith(matches);
    },
  );

  it("passwords are refused when the queue is full, and accepted again later", async () => {
    const hash = bcrypt.hashSync("x", 4);
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, () => passwords.verify("x", hash)),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(16);
    for (const result of refused) {
      expect((result as PromiseRejectedResult).reason).toBeInstanceOf(PasswordsBusyError);
    }
    expect(await passwords.verify("x", hash)).toBe(true);
  });

  it("passwords work again after their worker has exited", async () => {
    const hash = await passwords.hash("x");
    await passwords.close();
    expect(await passwords.verify("x", hash)).toBe(true);
  });
});
