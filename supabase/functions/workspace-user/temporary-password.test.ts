import { expect, it } from "vitest";
import { createTemporaryPassword } from "./temporary-password.ts";

it("has ten unambiguous characters and never repeats", () => {
  const made = Array.from({ length: 20_000 }, createTemporaryPassword);
  expect(made.every((password) => /^[A-HJ-NP-Za-km-z2-9]{10}$/.test(password))).toBe(true);
  expect(new Set(made).size).toBe(made.length);
});

it("uses every character equally often", () => {
  const counts = new Map<string, number>();
  const rounds = 20_000;
  for (let round = 0; round < rounds; round++) {
    for (const character of createTemporaryPassword()) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(57);
  const expected = (rounds * 10) / counts.size;
  const chiSquared = [...counts.values()].reduce(
    (sum, count) => sum + (count - expected) ** 2 / expected,
    0,
  );
  // 56 degrees of freedom: exceeded by chance about once in a hundred million runs.
  expect(chiSquared).toBeLessThan(135);
});
