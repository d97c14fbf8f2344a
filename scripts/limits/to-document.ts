import { readFileSync } from "node:fs";
import { listFiles } from "../lint/read-modules.mjs";
import { readLimits } from "./read-limits.ts";

/** The product's source text by path, read from the working directory. */
export function sourceFiles(): Map<string, string> {
  const folders = ["shared", "server", "src", "supabase/functions", "supabase/schemas"];
  const files = listFiles(...folders).filter(
    (path) => /\.(tsx?|sql)$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  return new Map(files.map((path) => [path, readFileSync(path, "utf8")]));
}

/**
 * @param document `docs/limits.md`. A heading such as `## Drive <!-- drive -->` names the section of
 * its table.
 * @param files source text by path.
 * @returns the document with its tables from the code.
 */
export function toDocument(document: string, files: ReadonlyMap<string, string>): string {
  const limits = readLimits(files);
  const sections = [...document.matchAll(/<!-- (\w+) -->/g)].map(([, name]) => name);
  const homeless = limits.find(({ section }) => !sections.includes(section));
  if (homeless) throw new Error(`docs/limits.md has no section "${homeless.section}".`);
  return document.replace(
    /(<!-- (\w+) -->\n)(?:\|.*\n)*/g,
    (_, heading: string, section: string) => {
      const rows = limits
        .filter((limit) => limit.section === section)
        .sort((one, other) => one.what.localeCompare(other.what, "en"))
        .map(({ what, value, where }) => `| ${what} | ${value} | ${where} |\n`);
      return `${heading}| limit | value | enforced by |\n|---|---|---|\n${rows.join("")}`;
    },
  );
}
