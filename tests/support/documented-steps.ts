import { cp, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../server/project-root.ts";
import { PROJECT_REF } from "./hosted/management-api.ts";
import { runSupabase } from "./hosted/supabase-cli.ts";

/** One command of docs/deploy.md: the variables that precede it on its line, and its words. */
export interface DocumentedStep {
  environment: Record<string, string>;
  words: string[];
}

/** The steps for hosted Supabase in docs/deploy.md. */
export async function readDocumentedSteps(): Promise<DocumentedStep[]> {
  const text = await readFile(join(projectRoot, "docs/deploy.md"), "utf8");
  const block = /^### Step by step\n[^\n]+\n```sh\n(.*?)^```$/ms.exec(text)?.[1];
  if (!block) throw new Error("docs/deploy.md has no steps for hosted Supabase.");
  return block
    .trimEnd()
    .split("\n")
    .map((line) => {
      const words = line.replace(/\s+#.*$/, "").split(/\s+/);
      const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
      const assigned = words.slice(0, first).map((word) => word.split("=", 2));
      return { environment: Object.fromEntries(assigned), words: words.slice(first) };
    });
}

export interface StepValues {
  /** Variables for the CLI. */
  environment?: Record<string, string>;
  /** Replacements for the example values in the documentation. */
  secrets?: Record<string, string>;
}

/**
 * Runs the documented Supabase CLI command that begins with these words.
 * @param folder contains the `supabase/` to use.
 * @returns its output.
 * @throws when it fails.
 */
export async function runDocumented(
  command: string,
  folder: string,
  { environment = {}, secrets = {} }: StepValues,
): Promise<string> {
  const steps = await readDocumentedSteps();
  const step = steps.find(({ words }) => words.join(" ").startsWith(`npx supabase ${command}`));
  if (!step) throw new Error(`docs/deploy.md does not say "npx supabase ${command}".`);
  const args = step.words.slice(2).map((word) => {
    const [name = ""] = word.split("=", 1);
    if (word === "<ref>") return PROJECT_REF;
    return name in secrets ? `${name}=${secrets[name]}` : word;
  });
  const { code, stdout, stderr } = await runSupabase([...args, "--yes"], folder, environment);
  if (code !== 0) throw new Error(`${step.words.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout + stderr;
}

/**
 * A copy of `supabase/` and of the files that its functions import, which is not linked to a
 * project even if the checkout is.
 */
export async function unlinkedCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-unlinked-"));
  await cp(join(projectRoot, "supabase"), join(folder, "supabase"), {
    recursive: true,
    filter: (source) => !/supabase[\\/]\.(temp|branches)/.test(source),
  });
  await cp(join(projectRoot, "shared"), join(folder, "shared"), { recursive: true });
  return folder;
}
