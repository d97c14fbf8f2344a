import { expect } from "@playwright/test";
import { failRequests, tryAgain } from "../../support/pages/failed-requests.ts";
import { soakOnly, test } from "../fixtures.ts";

// Lists of entries are tested in admin/lists.spec.ts. Uses the shared site, which has no messages
// or notes.

/** Screens with the read that each depends on, and a text that only a complete screen shows. */
const screens = [
  { path: "/tradmin/messages", read: /\/rpc\/list_messages/, complete: "Your inbox is empty." },
  {
    path: "/tradmin/portfolio/info",
    read: /personal_info\?select=.*revision/,
    complete: "Full name",
  },
  {
    path: "/workspace/notes",
    read: /\/workspace_notes\?|\/rpc\/note_changes/,
    complete: "Your workspace is empty",
  },
  {
    path: "/workspace/tasks",
    read: /\/workspace_tasks\?|\/rpc\/task_changes/,
    complete: "In Progress",
  },
  { path: "/workspace/files", read: /\/rpc\/list_folder/, complete: "This folder is empty" },
];

for (const { path, read, complete } of screens) {
  test(
    `${path} shows why it cannot be read, and can be retried`,
    soakOnly(!["/tradmin/messages", "/workspace/files"].includes(path)),
    async ({ admin, workspace, page, watch }) => {
      watch.expectStatus(500);
      // Joining a live channel would make the page refetch by itself.
      await page.routeWebSocket(/realtime/, (socket) => socket.close());
      await page.route(read, failRequests("Back in a minute."));
      await (path.startsWith("/tradmin") ? admin : workspace).open(path);
      const alert = page.getByRole("alert");
      await expect(alert).toContainText("Back in a minute.");
      await expect(page.getByText(complete)).toHaveCount(0);
      await page.unroute(read);
      await tryAgain(page);
      await expect(page.getByText(complete).first()).toBeVisible();
      await expect(alert).toHaveCount(0);
    },
  );
}
