// Biome checks formatting and correctness; this file has the import rules (CONTRIBUTING.md) and the
// project's own lint rules.
import boundaries from "eslint-plugin-boundaries";
import tseslint from "typescript-eslint";
import { zodKeyRequired } from "./scripts/lint/zod-key-required.mjs";

const element = (type, extra = {}) => ({ element: { type, ...extra } });
const anyElement = (types) => ({ element: { types: { anyOf: types } } });
const sameFeature = { captured: { feature: "{{ from.element.captured.feature }}" } };

const areas = {
  settings: {
    "import/resolver": { node: { extensions: [".ts", ".tsx", ".js", ".mjs", ".json"] } },
    "boundaries/include": ["src/**/*", "server/**/*", "shared/**/*", "supabase/functions/**/*"],
    "boundaries/elements": [
      { type: "lib", pattern: "src/lib" },
      { type: "ui", pattern: "src/ui" },
      { type: "content", pattern: "src/content" },
      { type: "auth", pattern: "src/auth" },
      { type: "landing", pattern: "src/landing" },
      { type: "editor", pattern: "src/editor" },
      { type: "forms", pattern: "src/forms" },
      { type: "account", pattern: "src/account" },
      { type: "live", pattern: "src/live" },
      { type: "share", pattern: "src/share" },
      { type: "app", pattern: "src/app" },
      { type: "admin-shell", pattern: "src/admin/shell" },
      { type: "admin-entries", pattern: "src/admin/entries" },
      { type: "admin-pictures", pattern: "src/admin/pictures" },
      { type: "admin", pattern: "src/admin/*", capture: ["feature"] },
      { type: "workspace-shell", pattern: "src/workspace/shell" },
      { type: "workspace-dashboard", pattern: "src/workspace/dashboard" },
      { type: "workspace-pictures", pattern: "src/workspace/pictures" },
      { type: "workspace", pattern: "src/workspace/*", capture: ["feature"] },
      { type: "server", pattern: "server" },
      { type: "shared", pattern: "shared" },
      { type: "function-shared", pattern: "supabase/functions/_shared" },
      { type: "function", pattern: "supabase/functions/*", capture: ["feature"] },
    ],
    "boundaries/files": [
      { category: "contract", pattern: "supabase/functions/*/contract.ts" },
      // The settings a function gets at start: from the host, or under Deno from its environment.
      { category: "environment", pattern: "supabase/functions/_shared/environment.ts" },
      { category: "handler", pattern: "supabase/functions/*/handler.ts" },
      // All that others may know of a screen.
      { category: "tool", pattern: "src/{admin,workspace}/*/tool.ts" },
    ],
  },
};

const contract = {
  element: { type: "function" },
  file: { categories: { anyOf: ["contract"] } },
};
const handler = {
  element: { types: { anyOf: ["function", "function-shared"] } },
  file: { categories: { anyOf: ["contract", "handler", "environment"] } },
};

const TOOL = { categories: { anyOf: ["tool"] } };

export default [
  { ignores: ["dist/**", "node_modules/**", "data/**"] },
  {
    files: ["{src,server,shared,supabase/functions}/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}"],
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { boundaries, foyer: { rules: { "zod-key-required": zodKeyRequired } } },
    settings: areas.settings,
    rules: {
      // Counts branches per function; Biome and scripts/lint check the other size limits.
      complexity: ["warn", 20],
      "foyer/zod-key-required": "error",
      "boundaries/no-unknown-files": "error",
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          checkAllOrigins: true,
          message: "{{ from.element.type }} may not import {{ to.element.type }} (CONTRIBUTING.md)",
          policies: [
            { allow: { to: { module: { origin: ["external", "core"] } } } },
            { allow: { to: element("shared") } },
            { from: element("lib"), allow: { to: element("lib") } },
            { from: element("ui"), allow: { to: anyElement(["ui", "lib"]) } },
            { from: element("content"), allow: { to: anyElement(["content", "ui", "lib"]) } },
            { from: element("auth"), allow: { to: anyElement(["auth", "ui", "lib"]) } },
            { from: element("live"), allow: { to: anyElement(["live", "auth", "lib"]) } },
            { from: element("editor"), allow: { to: anyElement(["editor", "ui", "lib"]) } },
            {
              from: { element: { types: { anyOf: ["admin", "workspace"] } } },
              allow: { to: element("editor") },
            },
            {
              from: element("account"),
              allow: { to: anyElement(["account", "auth", "ui", "lib"]) },
            },
            {
              from: { element: { types: { anyOf: ["admin", "workspace"] } } },
              allow: { to: element("account") },
            },
            { from: element("forms"), allow: { to: anyElement(["forms", "auth", "ui", "lib"]) } },
            {
              from: {
                element: {
                  types: {
                    anyOf: [
                      "admin",
                      "admin-entries",
                      "admin-shell",
                      "workspace",
                      "workspace-shell",
                    ],
                  },
                },
              },
              allow: { to: element("forms") },
            },
            {
              from: {
                element: {
                  types: { anyOf: ["content", "auth", "account", "admin", "workspace", "share"] },
                },
              },
              allow: { to: contract },
            },
            {
              from: element("landing"),
              allow: { to: anyElement(["landing", "content", "ui", "lib"]) },
            },
            {
              from: element("admin"),
              allow: {
                to: anyElement(["admin-shell", "admin-entries", "content", "auth", "ui", "lib"]),
              },
            },
            {
              from: element("admin-entries"),
              allow: {
                to: anyElement(["admin-entries", "admin-shell", "content", "auth", "ui", "lib"]),
              },
            },
            {
              from: element("admin"),
              allow: { to: anyElement(["admin-pictures"]) },
            },
            {
              from: element("admin-pictures"),
              allow: { to: anyElement(["admin-pictures", "content", "ui", "lib"]) },
            },
            { from: element("admin"), allow: { to: element("admin", sameFeature) } },
            {
              from: element("admin-shell"),
              allow: { to: anyElement(["admin-shell", "content", "auth", "ui", "lib"]) },
            },
            {
              from: element("workspace"),
              allow: { to: anyElement(["workspace-shell", "content", "auth", "ui", "lib"]) },
            },
            { from: element("workspace"), allow: { to: element("workspace", sameFeature) } },
            ...["admin", "workspace"].map((area) => ({
              from: element(`${area}-shell`),
              allow: { to: { ...anyElement([area, `${area}-*`]), file: TOOL } },
            })),
            // Pictures of notes are files of the drive.
            { from: element("workspace"), allow: { to: element("workspace-pictures") } },
            {
              from: element("workspace-pictures"),
              allow: {
                to: anyElement([
                  "workspace-pictures",
                  "workspace",
                  "workspace-shell",
                  "editor",
                  "ui",
                  "lib",
                ]),
              },
            },
            {
              // It shows something of every tool.
              from: element("workspace-dashboard"),
              allow: {
                to: anyElement([
                  "workspace-dashboard",
                  "workspace",
                  "workspace-shell",
                  "auth",
                  "ui",
                  "lib",
                ]),
              },
            },
            { from: element("workspace-dashboard"), allow: { to: contract } },
            {
              from: element("workspace-shell"),
              allow: { to: anyElement(["workspace-shell", "content", "auth", "ui", "lib"]) },
            },
            {
              from: element("app"),
              allow: {
                to: anyElement([
                  "app",
                  // Only for the preview, which shows the unchanged public page.
                  "landing",
                  "content",
                  "admin",
                  "admin-entries",
                  "admin-shell",
                  "workspace",
                  "workspace-dashboard",
                  "workspace-shell",
                  "auth",
                  "live",
                  "ui",
                  "lib",
                ]),
              },
            },
            {
              // What a link shows is previewed and packed as in the drive.
              from: element("share"),
              allow: {
                to: [
                  ...["share", "ui", "lib"].map((type) => element(type)),
                  element("workspace", { captured: { feature: "files" } }),
                ],
              },
            },
            { from: element("server"), allow: { to: element("server") } },
            { from: element("server"), allow: { to: handler } },
            { from: element("function"), allow: { to: element("function", sameFeature) } },
            {
              from: { element: { types: { anyOf: ["function", "function-shared"] } } },
              allow: { to: element("function-shared") },
            },
            {
              from: element("shared"),
              disallow: { to: { module: { origin: ["external", "core"] } } },
              message: "shared imports only its own files: it runs in browsers, Node and Deno",
            },
            {
              from: { element: { types: { anyOf: ["landing", "content", "ui"] } } },
              disallow: {
                to: {
                  module: {
                    source: ["@supabase/*", "react-router", "@tanstack/react-query", "@tiptap/*"],
                  },
                },
              },
              message:
                "The landing page loads no supabase-js, router, query client or editor (docs/decisions)",
            },
          ],
        },
      ],
    },
  },
];
