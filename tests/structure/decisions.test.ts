import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../docs/decisions");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

const decisions = readdirSync(folder)
  .filter((file) => file !== "README.md")
  .map((file) => {
    const [, number = "", title = ""] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? [];
    const [, status = ""] = /^Status: (.+)$/m.exec(read(file)) ?? [];
    return { file, number: number.padStart(4, "0"), title, parts: status.split("; ") };
  });

const index = [...read("README.md").matchAll(/^- \[(\d{4})\]\((.+?)\) (.+) – (.+)$/gm)].map(
  ([, number = "", file = "", title = "", status = ""]) => ({ number, file, title, status }),
);

test("the index of decisions has each decision exactly once", () => {
  const inOrder = [...index].sort((one, other) => one.file.localeCompare(other.file));
  expect(inOrder.map(({ file }) => file)).toEqual(decisions.map(({ file }) => file));
});

test.each(decisions)("the index has the number and title of $file", ({ file, number, title }) => {
  expect(file.slice(0, 4)).toBe(number);
  expect(index.find((line) => line.file === file)).toMatchObject({ number, title });
});

test.each(decisions)("the index has the status of $file", ({ file, number, parts }) => {
  const replacedBy = namedIn(parts.filter((part) => /\b(replaced|changed) by /.test(part)));
  const replacing = decisions.filter((other) =>
    namedIn(other.parts.filter((part) => /^(replaces|changes) /.test(part))).includes(number),
  );
  expect(replacedBy, "both name each other").toEqual(replacing.map((other) => other.number));
  const accepted = parts[0] === "accepted" ? "accepted" : "";
  const replaced = `${accepted && "partly "}replaced by ${replacedBy.join(" and ")}`;
  const expected = [accepted, replacedBy.length > 0 && replaced].filter(Boolean).join("; ");
  expect(index.find((line) => line.file === file)?.status).toBe(expected);
});

/** Numbers of the decisions that these parts of a status link to. */
function namedIn(parts: string[]): string[] {
  return parts.flatMap((part) => [...part.matchAll(/\]\((\d{4})-/g)].map(([, n = ""]) => n));
}
