import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ESLint } from "eslint";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

/**
 * A minimal tree with one file in every kind of folder, so that each planted import has a real
 * target.
 */
const places = [
  "src/lib/a.ts",
  "src/ui/a.ts",
  "src/content/a.ts",
  "src/auth/a.ts",
  "src/editor/a.ts",
  "src/forms/a.ts",
  "src/landing/hero/a.ts",
  "src/app/a.ts",
  "src/admin/shell/a.ts",
  "src/admin/entries/a.ts",
  "src/admin/inbox/a.ts",
  "src/admin/info/a.ts",
  "src/workspace/shell/a.ts",
  "src/workspace/notes/a.ts",
  "src/workspace/tasks/a.ts",
  "server/a.ts",
  "server/storage/a.ts",
  "supabase/functions/_shared/a.ts",
  "supabase/functions/_shared/environment.ts",
  "supabase/functions/greet/a.ts",
  "supabase/functions/greet/handler.ts",
  "supabase/functions/greet/contract.ts",
  "supabase/functions/other/handler.ts",
];

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "foyer-imports-")));
  // The plugin matches folders below this root; by default, below the working directory.
  vi.stubEnv("ESLINT_PLUGIN_BOUNDARIES_ROOT_PATH", root);
  for (const place of places) {
    await mkdir(dirname(join(root, place)), { recursive: true });
    await writeFile(join(root, place), "export const a = 1;\n");
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("allowed imports pass", () => {
  test.each([
    ["src/ui/a.ts", "../lib/a.ts"],
    ["src/content/b.ts", "../../supabase/functions/greet/contract.ts"],
    ["src/landing/hero/b.ts", "../../content/a.ts"],
    ["src/admin/inbox/b.ts", "./a.ts"],
    ["src/admin/inbox/b.ts", "../shell/a.ts"],
    ["src/workspace/notes/b.ts", "../../auth/a.ts"],
    ["src/editor/b.ts", "../ui/a.ts"],
    ["src/admin/info/b.ts", "../../editor/a.ts"],
    ["src/workspace/notes/b.ts", "../../editor/a.ts"],
    ["src/admin/shell/b.ts", "../../forms/a.ts"],
    ["src/workspace/tasks/b.ts", "../../forms/a.ts"],
    ["src/forms/b.ts", "../auth/a.ts"],
    ["src/app/b.ts", "../workspace/notes/a.ts"],
    ["src/app/b.ts", "../landing/hero/a.ts"],
    ["src/admin/inbox/b.ts", "../entries/a.ts"],
    ["src/admin/entries/b.ts", "../shell/a.ts"],
    ["src/auth/b.ts", "@supabase/supabase-js"],
    ["server/b.ts", "./storage/a.ts"],
    ["server/b.ts", "../supabase/functions/greet/handler.ts"],
    ["server/b.ts", "../supabase/functions/_shared/environment.ts"],
    ["supabase/functions/greet/handler.ts", "../_shared/a.ts"],
  ])("%s may import %s", async (from, to) => {
    expect(await violations(from, to)).toEqual([]);
  });
});

describe("forbidden imports are lint errors", () => {
  test.each([
    ["src/lib/b.ts", "../ui/a.ts"],
    ["src/ui/b.ts", "../content/a.ts"],
    ["src/content/b.ts", "../auth/a.ts"],
    ["src/content/b.ts", "../../supabase/functions/greet/handler.ts"],
    ["src/auth/b.ts", "../content/a.ts"],
    ["src/landing/hero/b.ts", "../../auth/a.ts"],
    ["src/admin/entries/b.ts", "../inbox/a.ts"],
    ["src/workspace/notes/b.ts", "../../admin/entries/a.ts"],
    ["src/landing/hero/b.ts", "../../admin/inbox/a.ts"],
    ["src/landing/hero/b.ts", "../../workspace/notes/a.ts"],
    ["src/landing/hero/b.ts", "../../app/a.ts"],
    ["src/landing/hero/b.ts", "../../editor/a.ts"],
    ["src/ui/b.ts", "../editor/a.ts"],
    ["src/content/b.ts", "../editor/a.ts"],
    ["src/editor/b.ts", "../auth/a.ts"],
    ["src/landing/hero/b.ts", "../../forms/a.ts"],
    ["src/ui/b.ts", "../forms/a.ts"],
    ["src/forms/b.ts", "../admin/shell/a.ts"],
    ["src/landing/hero/b.ts", "@supabase/supabase-js"],
    ["src/landing/hero/b.ts", "react-router"],
    ["src/ui/b.ts", "@tanstack/react-query"],
    ["src/admin/inbox/b.ts", "../info/a.ts"],
    ["src/admin/inbox/b.ts", "../../workspace/notes/a.ts"],
    ["src/workspace/notes/b.ts", "../tasks/a.ts"],
    ["src/workspace/notes/b.ts", "../../admin/shell/a.ts"],
    ["src/workspace/notes/b.ts", "../../landing/hero/a.ts"],
    ["src/lib/b.ts", "../../server/a.ts"],
    ["server/b.ts", "../src/lib/a.ts"],
    ["server/b.ts", "../supabase/functions/greet/a.ts"],
    ["server/b.ts", "../supabase/functions/_shared/a.ts"],
    ["supabase/functions/greet/b.ts", "../other/handler.ts"],
    ["supabase/functions/greet/b.ts", "../../../server/a.ts"],
  ])("%s may not import %s", async (from, to) => {
    expect(await violations(from, to)).toContain("boundaries/dependencies");
  });

  test("a dynamic import and a re-export count as well", async () => {
    const from = "src/landing/hero/b.ts";
    expect(await lint(from, 'export const load = () => import("../../auth/a.ts");')).not.toEqual(
      [],
    );
    expect(await lint(from, 'export { a } from "../../auth/a.ts";')).not.toEqual([]);
  });

  test("a file outside every known folder is refused", async () => {
    expect(await lint("src/stray.ts", "export const a = 1;")).toContain(
      "boundaries/no-unknown-files",
    );
  });
});

function violations(from: string, to: string) {
  return lint(from, `import * as planted from "${to}";\nexport { planted };\n`);
}

/**
 * The ids of the rules that this source breaks at this path, under the project's own configuration.
 */
async function lint(path: string, text: string): Promise<(string | null)[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: join(import.meta.dirname, "../../eslint.config.js"),
  });
  const [result] = await eslint.lintText(text, { filePath: join(root, path) });
  return result?.messages.map((message) => message.ruleId) ?? [];
}
