import { expect, it } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const box = createSecretBox("a key of the site, long enough to be one");
const [factor, other] = ["0b0f0a52-58a1-4d4f-9a86-0e6c5b8f2d11", "another factor"];

it("a secret box opens what it sealed for the same factor, with the same key", () => {
  const sealed = box.seal("JBSWY3DPEHPK3PXP", factor);
  expect(box.open(sealed, factor)).toBe("JBSWY3DPEHPK3PXP");
  expect(box.seal("JBSWY3DPEHPK3PXP", factor)).not.toBe(sealed);
  expect(box.open(sealed, other)).toBeNull();
  expect(createSecretBox("another key").open(sealed, factor)).toBeNull();
});

it.each(["", "v1.", "v1.AAAA", "JBSWY3DPEHPK3PXP", `v1.${"A".repeat(80)}`])(
  "a secret box refuses %j",
  (text) => {
    expect(box.open(text, factor)).toBeNull();
  },
);
