import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const FOLDER = "bench-empty";

/**
 * Builds the empty application like the real one, into the folder that the server serves.
 * @returns its modules' URLs, the entry first, and a function that removes it.
 */
export async function buildEmptyApp(): Promise<{ modules: string[]; remove: () => Promise<void> }> {
  const outDir = join("dist/client", FOLDER);
  await build({
    logLevel: "warn",
    mode: "production",
    publicDir: false,
    base: `/${FOLDER}/`,
    build: {
      outDir,
      emptyOutDir: true,
      manifest: "manifest.json",
      rolldownOptions: { input: ["bench/support/empty-app/main.tsx"] },
    },
  });
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    await readFile(join(outDir, "manifest.json"), "utf8"),
  );
  const entry = manifest["bench/support/empty-app/main.tsx"];
  if (!entry) throw new Error("The empty application was not built.");
  return {
    modules: [entry, ...(entry.imports ?? []).map((chunk) => manifest[chunk])].map(
      (chunk) => `/${FOLDER}/${chunk?.file}`,
    ),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
