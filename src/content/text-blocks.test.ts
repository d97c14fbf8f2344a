import fc from "fast-check";
import { expect, it } from "vitest";
import { toTextBlocks } from "./text-blocks.ts";

it("toTextBlocks splits text and lists, and joins the indented lines of an item", () => {
  const text = "Led the team.\n\n- Cut costs by 30 %\n  in a year\n• Hired six\n\nAlso:\n - one";
  expect(toTextBlocks(text)).toEqual([
    { text: "Led the team." },
    { items: ["Cut costs by 30 % in a year", "Hired six"] },
    { text: "Also:" },
    { items: ["one"] },
  ]);
});

it.each(["", "-", "- ", "-1 °C", "--- a", "2019 - 2021", "a\n\nb", "*a* - b"])(
  "toTextBlocks leaves %j without a list",
  (text) => {
    expect(toTextBlocks(text).filter((block) => "items" in block)).toEqual([]);
  },
);

it("toTextBlocks keeps every word of any text in its order", () => {
  const piece = fc.constantFrom("- ", "• ", "-", "a", "b c", "\n", "\r\n", " ", "\t", "é", "<b>");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join("");
      const shown = toTextBlocks(text).flatMap((block) =>
        "items" in block ? block.items : [block.text],
      );
      const words = (value: string) => value.split(/[\s•-]+/).filter(Boolean);
      expect(words(shown.join("\n"))).toEqual(words(text));
    }),
  );
});
