import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** On Supabase, a function's packages come from its deno.json; in tests, from package.json. */
const root = "supabase/functions";
const folders = (await readdir(root)).filter((name) => name !== "_shared");
const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
const shared = await packagesIn("_shared");

describe.each(folders)("%s", (name) => {
  test("the function lists every package it imports, in the tested version", async () => {
    const { imports } = JSON.parse(await readFile(join(root, name, "deno.json"), "utf8"));
    const wanted = [...new Set([...shared, ...(await packagesIn(name))])];
    expect(imports).toEqual(
      Object.fromEntries(wanted.map((one) => [one, `npm:${one}@${dependencies[one]}`])),
    );
  });
});

async function packagesIn(folder: string): Promise<string[]> {
  const files = (await readdir(join(root, folder))).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), "utf8")));
  return texts.flatMap((text) =>
    [...text.matchAll(/from "(@[^/"]+\/[^/"]+|[^./"][^/"]*)/g)].map(([, name = ""]) => name),
  );
}
