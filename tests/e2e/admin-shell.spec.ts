import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

test("every screen is reached from the sidebar", async ({ admin, page }) => {
  await admin.open();
  for (const [link, heading] of [
    ["Inbox", "Inbox"],
    ["General Info", "General Info"],
    ["Experience", "Manage Experience"],
    ["Education", "Manage Education"],
    ["Projects", "Manage Projects"],
    ["Skills", "Manage Skills"],
    ["Workspace", "Workspace Management"],
    ["Dashboard", "Dashboard"],
  ] as const) {
    if (link === "General Info")
      await admin.sidebar.getByRole("button", { name: "Portfolio" }).click();
    await admin.sidebar.getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Admin Panel`);
  }
});
