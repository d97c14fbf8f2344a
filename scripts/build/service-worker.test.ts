import { expect, it } from "vitest";
import { describeBuild, type Manifest } from "./service-worker.ts";

const manifest: Manifest = {
  "src/app/main.ts": {
    file: "assets/main-1.js",
    imports: ["_shared.js"],
    css: ["assets/main-1.css"],
  },
  "_shared.js": {
    file: "assets/shared-1.js",
    dynamicImports: ["src/workspace/notes/notes-page.tsx", "src/admin/inbox/inbox-page.tsx"],
  },
  "src/workspace/notes/notes-page.tsx": {
    file: "assets/notes-1.js",
    imports: ["_shared.js"],
    dynamicImports: ["src/editor/rich-text-editor.tsx"],
    assets: ["assets/icons-1.svg"],
  },
  "src/editor/rich-text-editor.tsx": { file: "assets/editor-1.js" },
  "src/admin/inbox/inbox-page.tsx": { file: "assets/inbox-1.js" },
  "src/landing/entry.ts": { file: "assets/entry-1.js" },
};

it("the service worker lists every file the workspace may load, and nothing else", () => {
  const { entry, files } = describeBuild(manifest);
  expect(entry).toBe("/assets/main-1.js");
  expect(files).toEqual([
    "/assets/editor-1.js",
    "/assets/icons-1.svg",
    "/assets/main-1.css",
    "/assets/main-1.js",
    "/assets/notes-1.js",
    "/assets/shared-1.js",
  ]);
});

it("the service worker names the files relative to the worker on a static site", () => {
  const { entry, files } = describeBuild(manifest, "./");
  expect(entry).toBe("./assets/main-1.js");
  expect(files[0]).toBe("./assets/editor-1.js");
});

it("the service worker changes when any of its files changes", () => {
  const { version } = describeBuild(manifest);
  expect(describeBuild(structuredClone(manifest)).version).toBe(version);
  const changed = structuredClone(manifest);
  changed["src/editor/rich-text-editor.tsx"] = { file: "assets/editor-2.js" };
  expect(describeBuild(changed).version).not.toBe(version);
});

it("a manifest that lacks a file is an error", () => {
  const { "_shared.js": _left, ...rest } = manifest;
  expect(() => describeBuild(rest)).toThrow("The manifest lacks _shared.js.");
});
