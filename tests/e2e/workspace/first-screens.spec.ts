import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import type { Manifest } from "../../../scripts/build/service-worker.ts";

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
  const manifest: Manifest = JSON.parse(await readFile("dist/manifest.json", "utf8"));
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
