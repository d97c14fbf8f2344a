import { expect, it } from "vitest";
import { authorsIn } from "./authors.ts";

it.each([
  ["K. Hansen, Maria Garcia Lopez", "Maria Garcia Lopez"],
  ["Garcia Lopez, M. and Hansen, K.", "Garcia Lopez, M."],
  ["Lopez M., Hansen K.", "Lopez M."],
  ["Hansen K; M. J. Lopez; O'Neill P", "M. J. Lopez"],
  ["M Garcia Lopez et al.", "M Garcia Lopez"],
  ["Lopezova, M.; Hansen, K.", undefined],
  ["", undefined],
])("in %j, authorsIn recognizes the owner as %j", (text, owner) => {
  const authors = authorsIn(text, ["Maria Garcia Lopez", undefined]);
  expect(authors.map((one) => one.text).join("")).toBe(text);
  expect(authors.find(({ isOwner }) => isOwner)?.text).toBe(owner);
});

it("authorsIn accepts any name, including one of one word or with characters of regular expressions", () => {
  expect(authorsIn("A (B) [C]*", ["A (B) [C]*"])[0]?.isOwner).toBe(true);
  expect(authorsIn("Plato, Socrates", ["Plato"])[0]).toEqual({ text: "Plato", isOwner: true });
  expect(authorsIn("A. B", [""])).toEqual([{ text: "A. B", isOwner: false }]);
  expect(authorsIn("王小明, 李雷", ["王小明"])[0]?.isOwner).toBe(true);
});
