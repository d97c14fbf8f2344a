import { expect, type Page } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { EntriesScreen } from "../../support/pages/entries-screen.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "../fixtures.ts";

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
  await drag(page, "Role 1, Harbour", "Role 4, Harbour");
  await expectOrder(page, "1 4 3 2");
  const reset = page.getByRole("button", { name: "Use the newest first" });
  await expect(reset).toBeVisible();
  await expect.poll(() => stored(site)).toBe("1 4 3 2");

  // Moves an entry by keyboard alone; the handle keeps the focus.
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

test("a touch on the handle drags at once", { tag: "@long" }, async ({ page, site }) => {
  const session = await page.context().newCDPSession(page);
  const from = await middleOf(page, "Role 4, Harbour");
  const to = await middleOf(page, "Role 2, Harbour");
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

test("when two tabs save an order at once, one is refused, and can apply its order to the current list", async ({
  page,
  context,
  site,
  watch,
}) => {
  await expectOrder(page, "4 3 2 1");
  const other = await context.newPage();
  await other.goto(`/#${path}`);
  await expectOrder(other, "4 3 2 1");
  const held = holdRequests();
  await page.route("**/rest/v1/rpc/save_content_order", held.route);
  await move(page, "Role 1", "Move to top");
  await expect.poll(held.count).toBe(1);
  await site.sql`insert into public.experience (title, organization) values ('Role 5', 'Harbour')`;
  await other.reload();
  await expectOrder(other, "5 4 3 2 1");
  await drag(other, "Role 2, Harbour", "Role 4, Harbour");
  await expect.poll(() => stored(site)).toBe("5 2 4 3 1");

  watch.expectStatus(409);
  await page.bringToFront();
  held.release();
  await expect(page.getByText(/^The list was changed in the meantime\./)).toBeVisible();
  await expectOrder(page, "5 2 4 3 1");
  await page.getByRole("button", { name: "Use my order" }).click();
  await expectOrder(page, "5 1 4 3 2");
  await expectOrder(other, "5 1 4 3 2");
  expect(await stored(site)).toBe("5 1 4 3 2");
});

test("a failed save of an order shows the message and the stored order", { tag: "@long" }, async ({
  page,
  site,
  watch,
}) => {
  watch.expectStatus(500);
  await page.route("**/rest/v1/rpc/save_content_order", (route) =>
    route.fulfill({ status: 500, json: { message: "no such luck" } }),
  );
  await move(page, "Role 1", "Move to top");
  await expect(page.getByText("no such luck")).toBeVisible();
  await expectOrder(page, "4 3 2 1");
  expect(await stored(site)).toBe("");
});

test("skills, categories and links are dragged to another place", { tag: "@long" }, async ({
  admin,
  page,
  site,
}) => {
  await site.sql`delete from public.skills`;
  await site.sql`delete from public.skill_categories`;
  await site.sql`delete from public.social_links`;
  await site.sql`insert into public.skill_categories (name) values ('A'), ('B'), ('C')`;
  await site.sql`insert into public.skills (name, level, category_id)
    select 'S' || n, 100 - n, (select id from skill_categories where name = 'A')
    from generate_series(1, 3) as n`;
  await site.sql`insert into public.social_links (name, url, display_order)
    select 'L' || n, 'https://example.org', n from generate_series(1, 3) as n`;
  const lists = [
    ["skills", "/tradmin/portfolio/skills", "position", ["S3", "S1", "S2"]],
    ["skill_categories", "/tradmin/portfolio/skills?categories=", "position", ["C", "A", "B"]],
    ["social_links", "/tradmin/portfolio/info", "display_order", ["L3", "L1", "L2"]],
  ] as const;
  for (const [table, screen, place, [last, first, second]] of lists) {
    await admin.open(screen);
    const handles = page.getByRole("button", {
      name: new RegExp(`^Move (${[last, first, second].join("|")})$`),
    });
    await expect(handles).toHaveCount(3);
    await drag(page, last, first);
    await expect(handles.first()).toHaveAccessibleName(`Move ${last}`);
    await expect
      .poll(async () => {
        const rows = await site.sql.unsafe(`select name from ${table} order by ${place}`);
        return rows.map(({ name }) => name);
      })
      .toEqual([last, first, second]);
  }
});

test("an entry is hidden or made a draft from its row, which shows a mark", async ({
  page,
  site,
}) => {
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

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole("button", { name: `Move ${name}`, exact: true }).boundingBox();
  if (!box) throw new Error(`No handle of ${name}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, name: string, before: string): Promise<void> {
  await page.getByRole("button", { name: `Move ${name}`, exact: true }).scrollIntoViewIfNeeded();
  const [from, to] = [await middleOf(page, name), await middleOf(page, before)];
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
