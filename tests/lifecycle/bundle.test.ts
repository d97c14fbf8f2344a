import { readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { Manifest } from "../../scripts/build/service-worker.ts";
import { startBuiltServer } from "../support/sites/built-server.ts";
import { preparedDataDir } from "../support/sites/prepared-data-dir.ts";

const client = resolve(import.meta.dirname, "../../dist/client");

/**
 * Every file that visitors can fetch, as text. Images are included, because any of them could
 * contain a secret.
 */
async function publicFiles(): Promise<{ file: string; text: string }[]> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      return { file: file.slice(client.length), text: await readFile(file, "latin1") };
    }),
  );
}

test("neither the built files nor the page contain a secret", async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  const server = await startBuiltServer({
    dataDir,
    env: { NOTION_TOKEN: "ntn_a_token_that_stays_on_the_server" },
  });
  try {
    const { publishableKey, ...secrets } = await server.secrets();
    const page = await (await fetch(server.origin)).text();
    expect(page).toContain(publishableKey);
    const files = [...(await publicFiles()), { file: "GET /", text: page }];
    expect(files.length).toBeGreaterThan(10);
    const needles = [...Object.values(secrets), "ntn_a_token", "sb_secret_", "service_role"];
    const leaks = files.flatMap(({ file, text }) =>
      needles.filter((needle) => text.includes(needle)).map((needle) => `${file}: ${needle}`),
    );
    expect(leaks).toEqual([]);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("no source maps and no build notes are published", async () => {
  const files = (await publicFiles()).map(({ file }) => file);
  expect(files.filter((file) => /\.map$|\/\.|manifest\.json$/.test(file))).toEqual([]);
});

const APP = "src/app/start.tsx";
const PANEL = ["src/admin/", "_shared-admin-", "_admin-forms-"];

/** The modules of the first screens, and their chunks that load only when they are needed. */
const screens: Record<string, readonly string[]> = {
  "src/workspace/dashboard/overview.tsx": ["-parts-"],
  "src/workspace/tasks/tasks-page.tsx": [
    ...["/task-form.tsx", "/task-quick-form.tsx", "/quick-capture.tsx", "/read-quick-task.ts"],
    ...["/checklist-field.tsx", "/repeat-fields.tsx"],
  ],
  "src/workspace/notes/notes-page.tsx": ["/open-note.tsx", "/selection-tools.tsx"],
  "src/workspace/files/files-page.tsx": ["/file-dialogs.tsx", "/preview/preview-dialog.tsx"],
};

test("a screen of the workspace imports no code of the panel, of schemas, or of its dialogs", async () => {
  const manifest: Manifest = JSON.parse(await readFile(join(client, "../manifest.json"), "utf8"));
  for (const [screen, later] of Object.entries(screens)) {
    const imported = importedBy([APP, screen], manifest);
    const tooEarly = [...PANEL, "_forms-", ...later];
    expect(imported.filter((name) => tooEarly.some((part) => name.includes(part)))).toEqual([]);
    // A module that is also imported statically has no chunk of its own.
    for (const part of later.filter((each) => each.startsWith("/")))
      expect(Object.keys(manifest).filter((name) => name.endsWith(part))).toHaveLength(1);
  }
  const form = importedBy(["src/workspace/tasks/task-form.tsx"], manifest);
  expect(form.filter((name) => PANEL.some((part) => name.includes(part)))).toEqual([]);
});

/** The chunks themselves and their direct and indirect static imports. */
function importedBy(chunks: readonly string[], manifest: Manifest): string[] {
  const found = new Set(chunks);
  for (const name of found) for (const next of manifest[name]?.imports ?? []) found.add(next);
  return [...found];
}
