import { expect, type Page } from "@playwright/test";
import { axeViolations } from "../support/axe.ts";
import { EntriesScreen } from "../support/pages/entries-screen.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-entries", sampleContent: "off" });

const path = "/tradmin/portfolio/experience";

test.beforeEach(async ({ admin, site }) => {
  await site.sql`delete from public.experience`;
  await site.sql`insert into public.experience (title, organization, created_at)
    select 'Role ' || n, 'Harbour', '2020-01-01'::timestamptz + n * interval '1 day'
    from generate_series(1, 4) as n`;
  await admin.open(path);
});

test("roles are put in order by mouse and keyboard, and return to the newest first", async ({
  page,
  site,
}) => {
  await expectOrder(page, "4 3 2 1");
  await drag(page, "Role 1", "Role 4");
  await expectOrder(page, "1 4 3 2");
  const reset = page.getByRole("button", { name: "Use the newest first" });
  await expect(reset).toBeVisible();
  await expect.poll(() => stored(site)).toBe("1 4 3 2");

  // By the keyboard alone: pick up, move, drop. The handle keeps the focus.
  const handle = page.getByRole("button", { name: "Move Role 1, Harbour" });
  await handle.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("Role 1, Harbour, position 3 of 4 in Experience.")).toBeAttached();
  await page.keyboard.press("Space");
  await expectOrder(page, "4 3 1 2");
  await expect(handle).toBeFocused();
  await expect.poll(() => stored(site)).toBe("4 3 1 2");

  await page.getByRole("button", { name: "More for Role 2, Harbour" }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Move to top" })).toBeFocused();
  await expect(
    page.getByRole("button", { name: "More for Role 2, Harbour", expanded: true }),
  ).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Move down" })).toBeDisabled();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expectOrder(page, "4 3 2 1");
  await expect(page.getByRole("button", { name: "More for Role 2, Harbour" })).toBeFocused();

  await reset.click();
  await expect(reset).toHaveCount(0);
  await expectOrder(page, "4 3 2 1");
  await expect.poll(() => stored(site)).toBe("");
});

test("a touch on the handle drags at once", async ({ page, site }) => {
  const session = await page.context().newCDPSession(page);
  const from = await middleOf(page, "Role 4");
  const to = await middleOf(page, "Role 2");
  const touch = (type: string, points: { x: number; y: number }[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points } as never);
  await touch("touchStart", [from]);
  for (let step = 1; step <= 5; step += 1) {
    await touch("touchMove", [{ x: from.x, y: from.y + ((to.y + 8 - from.y) * step) / 5 }]);
  }
  await touch("touchEnd", []);
  await expectOrder(page, "3 2 4 1");
  await expect.poll(() => stored(site)).toBe("3 2 4 1");
});

test("an order based on an older list is refused, and the current list is shown", async ({
  page,
  site,
  watch,
}) => {
  await expectOrder(page, "4 3 2 1");
  await site.sql`insert into public.experience (title, organization) values ('Role 5', 'Harbour')`;
  watch.expectStatus(409);
  await move(page, "Role 1", "Move to top");
  await expect(page.getByText(/^The list was changed elsewhere\./)).toBeVisible();
  await expectOrder(page, "5 4 3 2 1");

  watch.expectStatus(500);
  await page.route("**/rest/v1/rpc/save_content_order", (route) =>
    route.fulfill({ status: 500, json: { message: "no such luck" } }),
  );
  await move(page, "Role 1", "Move to top");
  await expect(page.getByText("no such luck")).toBeVisible();
  await expectOrder(page, "5 4 3 2 1");
  expect(await stored(site)).toBe("");
});

test("an entry is hidden and drafted from its row, and marked", async ({ page, site }) => {
  await move(page, "Role 4", "Hidden");
  await expect(row(page, "Role 4")).toContainText("Hidden");
  await expect.poll(async () => (await page.request.get("/")).text()).not.toContain("Role 4");
  await move(page, "Role 3", "Draft");
  await expect(row(page, "Role 3")).toContainText("Draft");
  await expect
    .poll(() => site.sql`select visibility from public.experience order by created_at desc`)
    .toEqual(["hidden", "draft", "public", "public"].map((visibility) => ({ visibility })));
  expect(await axeViolations(page)).toEqual([]);
});

const row = (page: Page, title: string) => new EntriesScreen(page).row(title);

async function expectOrder(page: Page, numbers: string): Promise<void> {
  await expect(new EntriesScreen(page).rows).toContainText(
    numbers.split(" ").map((number) => `Role ${number}`),
  );
}

async function move(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${title}, Harbour` }).click();
  await page.getByRole("menu").getByText(action, { exact: true }).click();
}

async function middleOf(page: Page, title: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole("button", { name: `Move ${title}, Harbour` }).boundingBox();
  if (!box) throw new Error(`No handle of ${title}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, title: string, before: string): Promise<void> {
  const [from, to] = [await middleOf(page, title), await middleOf(page, before)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 8, { steps: 4 });
  await page.mouse.up();
}

async function stored(site: { sql: (text: TemplateStringsArray) => Promise<unknown[]> }) {
  const rows = await site.sql`select title from public.experience where position is not null
    order by position`;
  return (rows as { title: string }[]).map(({ title }) => title.slice(-1)).join(" ");
}
