import { expect, it } from "vitest";
import { monthValue, optionalMonth, parseMonth } from "./month-field.ts";

it("a month field reads a month in every form a text field may contain", () => {
  const march = ["2021-03", " 2021-3 ", "03/2021", "3.2021", "Mar 2021", "march 2021", "Mar. 2021"];
  expect(march.map(parseMonth)).toEqual(march.map(() => "2021-03"));
  const others = ["2021", "2021-13", "13/2021", "1899-12", "2200-01", "Foo 2021", "2021-03-04"];
  expect(others.map(parseMonth)).toEqual(others.map(() => null));
});

it("a month field stores the first day of the month, and null for none", () => {
  const field = optionalMonth();
  expect(field.parse("2021-03")).toBe("2021-03-01");
  expect(field.parse(" ")).toBeNull();
  expect(field.safeParse("soon").success).toBe(false);
  expect(monthValue("2021-03-01")).toBe("2021-03");
  expect(monthValue(null)).toBe("");
});
