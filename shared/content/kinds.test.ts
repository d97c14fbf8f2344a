import { expect, it } from "vitest";
import type { FieldOf, Kind } from "./kind.ts";
import { KIND_NAMES, kinds, nameOf } from "./kinds.ts";

it("a kind names an entry by the columns that identify it", () => {
  expect(nameOf("experience", { title: "Analyst", organization: "Babbage" })).toBe(
    "Analyst, Babbage",
  );
  expect(nameOf("social_links", { name: "GitHub", url: "https://github.com" })).toBe("GitHub");
  expect(nameOf("projects", {})).toBe("");
});

it("a kind has no two columns with the same label", () => {
  for (const kind of KIND_NAMES) {
    const labels = Object.values(kinds[kind].fields).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  }
});

// The compiler is the test here: it fails if one of these lines has no error.
it("a kind with a missing, unknown or wrongly described column does not compile", () => {
  const { name, url, display_order, ...others } = kinds.social_links.fields;
  const fields = (value: Kind<"social_links">["fields"]) => Object.keys(value);
  expect(fields({ name, url, display_order, ...others })).toHaveLength(5);
  // @ts-expect-error a missing column
  fields({ name, url, ...others });
  // @ts-expect-error a column that the table lacks
  fields({ name, url, display_order, ...others, color: name });
  // @ts-expect-error a number described as a text
  fields({ name, url, ...others, display_order: { type: "text", label: "Order", longest: 3 } });
  // @ts-expect-error a column that is not null, described as optional
  fields({ name, url: { type: "link", label: "URL" }, display_order, ...others });
});

// The compiler is the test here as well.
it("a boolean column described as anything but a flag does not compile", () => {
  const number = { type: "number", label: "Featured", default: 0 } as const;
  const flag = { type: "flag", label: "Featured" } as const;
  const described = (field: FieldOf<boolean>) => field.type;
  expect(described(flag)).toBe("flag");
  // @ts-expect-error a boolean described as a number
  described(number);
  // @ts-expect-error a number described as a boolean
  const level: FieldOf<number | null> = flag;
  // @ts-expect-error a boolean that may be null has no field
  const unknown: FieldOf<boolean | null> = flag;
  expect([level, unknown]).toHaveLength(2);
});
