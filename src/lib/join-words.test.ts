import { expect, it } from "vitest";
import { joinWords } from "./join-words.ts";

it("lists have the comma of their letters", () => {
  expect(joinWords(["Go", "", "SQL", null, "C"])).toBe("Go, SQL, C");
  expect(joinWords(["فارسی (زبان مادری)", "انگلیسی", "Go", "عربی"])).toBe(
    "فارسی (زبان مادری)، انگلیسی, Go, عربی",
  );
  expect(joinWords(["תל אביב", "ישראל"])).toBe("תל אביב, ישראל");
  expect(joinWords([])).toBe("");
});
