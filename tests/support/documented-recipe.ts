import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../server/project-root.ts";

/**
 * The commands of a recipe in docs/deploy.md: the first code block under this heading, by line,
 * without comments.
 */
export async function readRecipe(heading: string): Promise<string[]> {
  const text = await readFile(join(projectRoot, "docs/deploy.md"), "utf8");
  const start = text.indexOf(`## ${heading}\n`);
  const block = /^```sh\n(.*?)^```$/ms.exec(start < 0 ? "" : text.slice(start))?.[1];
  if (!block) throw new Error(`docs/deploy.md has no commands under "${heading}".`);
  return block
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/\s+# .*$/, ""));
}
