import { expect, it } from "vitest";
import { createTemporaryPassword } from "./temporary-password.ts";

const made = Array.from({ length: 20_000 }, createTemporaryPassword);

it("a temporary password has ten unambiguous characters and never repeats", () => {
  expect(made.every((password) => /^[A-HJ-NP-Za-km-z2-9]{10}$/.test(password))).toBe(true);
  expect(new Set(made).size).toBe(made.length);
});

it("a temporary password uses every character equally often", () => {
  const counts = new Map<string, number>();
  for (const character of made.join("")) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(57);
  const expected = (made.length * 10) / counts.size;
  const deviations = [...counts.values()].map((count) => (count - expected) ** 2 / expected);
  const chiSquared = deviations.reduce((sum, deviation) => sum + deviation, 0);
  // 56 degrees of freedom: exceeded by chance about once in a hundred million runs.
  expect(chiSquared).toBeLessThan(135);
});
