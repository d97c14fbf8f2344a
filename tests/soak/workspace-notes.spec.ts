import { test } from "../e2e/fixtures.ts";
import { typeInTwoTabs, typeWhileTabsClose } from "../support/pages/notes-screen.ts";

test.use({ siteName: "soak-notes", trace: "off" });
test.setTimeout(900_000);

test.beforeEach(async ({ site, workspace }) => {
  await workspace.open("/workspace");
  await site.sql`delete from workspace_notes`;
});

test("a tab closed at random moments within the debounce, 100 times, loses nothing", async ({
  context,
  site,
  watch,
}) => {
  watch.tolerate(/WebSocket is closed before the connection/);
  await typeWhileTabsClose({ context, site }, 100);
});

test("two tabs that type in random order, 200 steps, overwrite no word silently", async ({
  context,
  page,
  site,
}) => {
  await typeInTwoTabs({ context, page, site }, 200);
});
