import { afterEach, expect, test } from "vitest";
import { screens as adminScreens } from "../admin/shell/screens.ts";
import { liveAreas, pollEvery, SELDOM_MS } from "../auth/live-areas.ts";
import { screens as workspaceScreens } from "../workspace/shell/screens.ts";
import { pauseBefore } from "./channel.ts";
import { isRead } from "./live.ts";

afterEach(() => liveAreas.admin.set(false));

test("screens poll once a minute while the area's changes are announced, and at their own interval otherwise", () => {
  const [often, seldom, rare] = [
    pollEvery("admin", 10_000),
    pollEvery("admin", 60_000, SELDOM_MS),
    pollEvery("workspace", 10_000),
  ];
  expect([often(), seldom(), rare()]).toEqual([10_000, 60_000, 10_000]);
  liveAreas.admin.set(true);
  expect([often(), seldom(), rare()]).toEqual([60_000, 300_000, 10_000]);
});

test("the live channel waits longer after each failed attempt, at most seven and a half minutes", () => {
  const pauses = [1, 2, 3, 4, 5, 100].map(pauseBefore);
  for (const [at, shortest] of [1_000, 2_500, 15_000, 60_000, 150_000, 150_000].entries()) {
    expect(pauses[at]).toBeGreaterThanOrEqual(shortest);
    expect(pauses[at]).toBeLessThanOrEqual(shortest * 3);
  }
});

test.each<[string, unknown[], boolean]>([
  ["workspace_tasks", ["workspace_tasks", "user"], true],
  ["workspace_tasks", ["archived_tasks", "user"], false],
  ["workspace_notes", ["workspace_notes", "user", "changes"], true],
  // Would read the whole view.
  ["workspace_notes", ["workspace_notes", "user", "active"], false],
  ["trashed_notes", ["trashed_notes", "user"], true],
  ["trashed_messages", ["messages", "trash"], true],
  ["messages", ["messages", "unread-count"], true],
  ["messages", ["visits", "statistics"], false],
  ["sessions", ["sign_ins"], true],
  ["workspace_files", ["workspace_overview", "user"], true],
  // Would read from Notion, whose response is stored and announced again.
  ["notion_notes", ["notion_notes"], false],
  ["*", ["notion_notes"], false],
  ["*", ["workspace_files content", "text", "path"], false],
  ["*", ["workspace_notes", "user", "active"], false],
  ["*", ["workspace_notes", "user", "changes"], true],
  ["*", ["backups", "status"], true],
  ["announced", ["backups", "status"], false],
  ["announced", ["workspace_tasks", "user"], true],
  ["announced", ["workspace_overview", "user"], true],
  ["announced", ["messages", "unread-count"], true],
  ["workspace_files", ["workspace_files", "folder", "user", null], true],
  ["workspace_files", ["workspace_files", "usage", "user"], true],
])("an announcement of %s refetches %j: %s", (table, key, expected) => {
  // The dashboard's overview declares the tables it reads.
  const meta = key[0] === "workspace_overview" ? { reads: ["workspace_files"] } : undefined;
  const screens = [...adminScreens, ...workspaceScreens];
  expect(isRead(table, { queryKey: key, meta }, screens)).toBe(expected);
});
