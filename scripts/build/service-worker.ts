import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { build } from "vite";
import type { Build } from "../../src/workspace/offline/build-cache.ts";
import { MANIFEST } from "./bundles.ts";

const CLIENT = "dist/client";
const ENTRY = "src/app/main.ts";
const WORKER = "src/workspace/offline/worker.ts";

/**
 * Sources that the workspace never loads, or only for features that need a network, such as a new
 * password.
 */
const OTHERS = [
  "src/admin/",
  "src/app/page-preview.tsx",
  "src/app/preview-dialog.tsx",
  "src/account/password/estimate-password.ts",
];

/** A build manifest: the output file of each source or shared chunk and its imports. */
export type Manifest = Record<string, ManifestChunk>;

interface ManifestChunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/**
 * Writes dist/client/service-worker.js, a classic script with the list of this build's files.
 * @param base prefix of the files' URLs: `/` or `./`.
 */
export async function buildServiceWorker(base: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(MANIFEST, "utf8"));
  const output = await build({
    logLevel: "warn",
    mode: "production",
    base,
    publicDir: false,
    define: { BUILD: JSON.stringify(describeBuild(manifest, base)) },
    build: { write: false, rolldownOptions: { input: WORKER, output: { format: "iife" } } },
  });
  const [first] = [output].flat();
  if (!first || !("output" in first)) throw new Error(`${WORKER} was not built.`);
  await writeFile(`${CLIENT}/service-worker.js`, first.output[0].code);
}

/**
 * Lists the URLs of all files that the workspace may load, statically or dynamically.
 * @param base prefix of the URLs: `/`, or `./` for URLs relative to the worker.
 * @throws {Error} when the manifest lacks a chunk.
 */
export function describeBuild(manifest: Manifest, base = "/"): Omit<Build, "root"> {
  const seen = new Set<string>();
  const open = [ENTRY];
  const files = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name) || OTHERS.some((other) => name?.startsWith(other))) continue;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The manifest lacks ${name}.`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) {
      files.add(`${base}${file}`);
    }
    open.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []));
  }
  const sorted = [...files].sort();
  const version = createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 12);
  return { version, entry: `${base}${manifest[ENTRY]?.file}`, files: sorted };
}
