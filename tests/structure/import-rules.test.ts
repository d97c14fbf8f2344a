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
  "src/account/a.ts",
  "src/landing/hero/a.ts",
  "src/app/a.ts",
  "src/admin/shell/a.ts",
  "src/admin/inbox/a.ts",
  "src/admin/info/a.ts",
  "src/workspace/notes/a.ts",
  "src/workspace/dashboard/a.ts",
  "server/a.ts",
  "shared/a.ts",
  "supabase/functions/greet/a.ts",
  "supabase/functions/greet/handler.ts",
  "supabase/functions/greet/contract.ts",
  "supabase/functions/other/handler.ts",
];

const HANDLER = "../../supabase/functions/greet/handler.ts";

let root: string;
let eslint: ESLint;
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "foyer-imports-")));
  // The plugin matches folders below this root; by default, below the working directory.
  vi.stubEnv("ESLINT_PLUGIN_BOUNDARIES_ROOT_PATH", root);
  eslint = new ESLint({
    cwd: root,
    overrideConfigFile: join(import.meta.dirname, "../../eslint.config.js"),
  });
  for (const place of places) {
    await mkdir(dirname(join(root, place)), { recursive: true });
    await writeFile(join(root, place), "export const a = 1;\n");
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("allowed imports pass", () => {
  test.each([
    ["src/content/b.ts", "../../supabase/functions/greet/contract.ts"],
    ["src/landing/hero/b.ts", "../../content/a.ts"],
    ["src/admin/inbox/b.ts", "./a.ts"],
    ["src/admin/inbox/b.ts", "../shell/a.ts"],
    ["src/workspace/notes/b.ts", "../../account/a.ts"],
    ["src/workspace/dashboard/b.ts", "../notes/a.ts"],
    ["src/app/b.ts", "../workspace/dashboard/a.ts"],
    ["src/app/b.ts", "../landing/hero/a.ts"],
    ["src/auth/b.ts", "@supabase/supabase-js"],
    ["server/b.ts", "../supabase/functions/greet/handler.ts"],
    ["server/b.ts", "../shared/a.ts"],
    ["src/landing/hero/b.ts", "../../../shared/a.ts"],
    ["supabase/functions/greet/contract.ts", "../../../shared/a.ts"],
  ])("the file %s may import %s", async (from, to) => {
    expect(await violations(from, to)).toEqual([]);
  });
});

describe("forbidden imports are lint errors", () => {
  test.each([
    ["a higher layer", "src/lib/b.ts", "../ui/a.ts"],
    ["a part of a function that is not its contract", "src/content/b.ts", HANDLER],
    ["sign-in code from the landing page", "src/landing/hero/b.ts", "../../auth/a.ts"],
    ["supabase-js from the landing page", "src/landing/hero/b.ts", "@supabase/supabase-js"],
    ["another screen", "src/admin/inbox/b.ts", "../info/a.ts"],
    ["a screen from the account", "src/account/b.ts", "../admin/info/a.ts"],
    ["the dashboard from a screen it shows", "src/workspace/notes/b.ts", "../dashboard/a.ts"],
    ["another area", "src/workspace/notes/b.ts", "../../admin/shell/a.ts"],
    ["browser code from the server", "server/b.ts", "../src/lib/a.ts"],
    [
      "a part of a function that is not its handler",
      "server/b.ts",
      "../supabase/functions/greet/a.ts",
    ],
    ["another function", "supabase/functions/greet/b.ts", "../other/handler.ts"],
    ["browser code from shared", "shared/b.ts", "../src/lib/a.ts"],
    ["a package from shared", "shared/b.ts", "zod"],
    ["a part of Node from shared", "shared/b.ts", "node:fs"],
  ])("an import is a lint error: %s", async (_kind, from, to) => {
    expect(await violations(from, to)).toContain("boundaries/dependencies");
  });

  test("a dynamic import and a re-export are checked as well", async () => {
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
 * The ids of the rules that this source violates at this path, under the project's own
 * configuration.
 */
async function lint(path: string, text: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, path) });
  return result?.messages.map((message) => message.ruleId) ?? [];
}
