import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const document = readFileSync(join(root, "docs/asvs.md"), "utf8");

/**
 * Number of requirements of levels 1 and 2 in each section of ASVS 5.0.0; they are the first ones
 * of a section.
 */
const SECTIONS: Record<string, number> = {
  ...{ 1.1: 2, 1.2: 9, 1.3: 11, 1.4: 3, 1.5: 2, 2.1: 3, 2.2: 3, 2.3: 4, 2.4: 1, 3.2: 2, 3.3: 4 },
  ...{ 3.4: 6, 3.5: 5, 3.7: 2, 4.1: 3, 4.2: 1, 4.3: 2, 4.4: 4, 5.1: 1, 5.2: 3, 5.3: 2, 5.4: 3 },
  ...{ 6.1: 3, 6.2: 12, 6.3: 4, 6.4: 4, 6.5: 5, 6.6: 3, 6.8: 4, 7.1: 3, 7.2: 4, 7.3: 2, 7.4: 5 },
  ...{ 7.5: 2, 7.6: 2, 8.1: 2, 8.2: 3, 8.3: 1, 8.4: 1, 9.1: 3, 9.2: 4, 10.1: 2, 10.2: 2 },
  ...{ 10.3: 4, 10.4: 11, 10.5: 5, 10.6: 2, 10.7: 3, 11.1: 2, 11.2: 3, 11.3: 3, 11.4: 4, 11.5: 1 },
  ...{ 11.6: 1, 12.1: 3, 12.2: 2, 12.3: 4, 13.1: 1, 13.2: 5, 13.3: 2, 13.4: 5, 14.1: 2, 14.2: 4 },
  ...{ 14.3: 3, 15.1: 3, 15.2: 3, 15.3: 7, 16.1: 1, 16.2: 5, 16.3: 4, 16.4: 3, 16.5: 3 },
  ...{ 17.1: 1, 17.2: 4, 17.3: 2 },
};

const rows = (document.match(/^\| \d.*$/gm) ?? []).map((line) => {
  const [what = "", state, reason, holders = ""] = line
    .split("|")
    .slice(1)
    .map((cell) => cell.trim());
  const [number] = what.split(" ");
  return { number, state, reason, holders: holders.match(/[^`\s,]+(?=`)/g) ?? [] };
});

test("every ASVS requirement of levels 1 and 2 is listed once, in order", () => {
  const wanted = Object.entries(SECTIONS)
    .sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))
    .flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ number }) => number)).toEqual(wanted);
});

test("each requirement of the ASVS is met, not met or not applicable, and the totals are right", () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const [met, none, not] = [count("met"), count("not applicable"), count("not met")];
  expect(met + none + not).toBe(rows.length);
  expect(document).toContain(`${met} are met, ${none} not applicable, ${not} not met.`);
});

test("a met requirement names a test or a document, and any other requirement has a reason", () => {
  const unheld = rows.filter(({ state, holders }) => state === "met" && holders.length === 0);
  expect(unheld).toEqual([]);
  expect(rows.filter(({ state, reason }) => state !== "met" && reason === "")).toEqual([]);
  const missing = rows.flatMap(({ number, holders }) =>
    holders.filter((file) => !existsSync(join(root, file))).map((file) => `${number}: ${file}`),
  );
  expect(missing).toEqual([]);
});
