import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { seedTasks } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test("the address of the calendar is created, shown once, replaced and revoked", async ({
  page,
  workspace,
  site,
  request,
  watch,
}) => {
  await seedTasks(site, (await workspace.account()).id, [
    { title: "Pay the rent", due_date: new Date().toISOString() },
  ]);
  await site.sql`delete from calendar_feeds`;
  await workspace.open("/workspace/account");
  const calendar = page.getByRole("region", { name: "Calendar" });
  const address = calendar.getByRole("textbox", { name: "Address" });
  await calendar.getByRole("button", { name: "Create Address" }).press("Enter");
  await expect(address).toHaveValue(/calendar-feed\?token=[0-9a-f]{64}$/);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  const first = await address.inputValue();
  await expect(calendar.getByText(/not read yet\.$/)).toBeVisible();
  expect(await (await request.get(first)).text()).toContain("SUMMARY:Pay the rent");

  await page.reload();
  await expect(calendar.getByText(/last read .+\.$/)).toBeVisible();
  await expect(address).toHaveCount(0);
  watch.acceptDialog(/^Replace the address\?/);
  await calendar.getByRole("button", { name: "New Address" }).press("Enter");
  await expect(address).toHaveValue(/token=/);
  const second = await address.inputValue();
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(second)).status()).toBe(200);

  await calendar.getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(calendar.getByRole("button", { name: "Create Address" })).toBeVisible();
  await expect(address).toHaveCount(0);
  expect((await request.get(second)).status()).toBe(404);
});
