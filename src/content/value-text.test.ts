import { expect, it } from "vitest";
import { valueText } from "./value-text.ts";

it("the values of columns are written as text: months, lists and flags in words, and null as an empty text", () => {
  expect(valueText({ type: "month" }, "2021-03-01")).toBe("Mar 2021");
  expect(valueText({ type: "words" }, ["Rust", "Wasm"])).toBe("Rust, Wasm");
  expect(valueText({ type: "flag" }, true)).toBe("Yes");
  expect(valueText({ type: "flag" }, false)).toBe("No");
  expect(valueText({ type: "number" }, 0)).toBe("0");
  expect(valueText({ type: "text" }, null)).toBe("");
});
