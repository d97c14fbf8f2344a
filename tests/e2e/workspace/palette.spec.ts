import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace-palette" });

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const input = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
const group = (page: Page, name: string) => palette(page).getByRole("group", { name });

/** Opens the palette, types, and waits until all requests have completed. */
async function search(page: Page, text: string) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(text);
  await expect(palette(page).getByText("Searching...")).toBeHidden();
}

/**
 * Adds items of each kind that contain "harbor".
 * @returns the ids by title.
 */
async function fill({ sql }: BuiltSite): Promise<Record<string, string>> {
  const [user] = await sql<{ user_id: string }[]>`select user_id from workspace_users`;
  const user_id = user?.user_id ?? "";
  await sql`delete from workspace_notes`;
  await sql`delete from trashed_notes`;
  await sql`delete from workspace_tasks`;
  await sql`delete from workspace_files`;
  const filler = "Füllung ".repeat(300);
  const rows = await sql<{ id: string; title: string }[]>`insert into workspace_notes ${sql([
    {
      user_id,
      title: "Travel plan",
      content: `<p>${filler}the old <b>Har</b>bor café ${filler}</p>`,
      is_archived: false,
    },
    { user_id, title: "Harbor fees", content: "<p>100%</p>", is_archived: true },
    { user_id, title: "Thrown away", content: "<p>harbor</p>", is_archived: false },
  ])} returning id, title`;
  await sql`delete from workspace_notes where title = 'Thrown away'`;
  const tasks = await sql<{ id: string; title: string }[]>`insert into workspace_tasks ${sql([
    { user_id, title: "Paint the boat", description: "in the harbor", status: "done" },
  ])} returning id, title`;
  const [folder] = await sql<{ id: string; title: string }[]>`insert into workspace_files
    ${sql({ user_id, name: "Harbor maps", is_folder: true })} returning id, name as title`;
  const files = await sql<{ id: string; title: string }[]>`insert into workspace_files ${sql({
    user_id,
    name: "harbor.txt",
    parent_id: folder?.id ?? "",
    storage_object_path: `${user_id}/${folder?.id}/1-x`,
    mimetype: "application/octet-stream",
    size: 3,
  })} returning id, name as title`;
  const all = [...rows, ...tasks, ...(folder ? [folder] : []), ...files];
  return Object.fromEntries(all.map(({ id, title }) => [title, id]));
}

test("the palette finds notes, tasks and files from every screen, lists those of the current tool first, and opens each", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  // The previewed file has a row but no bytes.
  watch.tolerate(/400.*\/storage\/v1\/object\/authenticated\/workspace-files\//);
  await workspace.open("/workspace");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const ids = await fill(site);
  await search(page, "HARBOR");
  await expect(group(page, "Notes").getByRole("option")).toHaveCount(3);
  await expect(group(page, "Notes")).toContainText("the old Harbor café");
  await expect(group(page, "Notes").locator("mark").first()).toHaveText("Harbor");
  await expect(group(page, "Files")).toContainText("Harbor maps");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await group(page, "Notes").getByRole("option", { name: "Travel plan" }).click();
  await expect(page).toHaveURL(`/#/workspace/notes?note=${ids["Travel plan"]}`);
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Travel plan");
  await page.keyboard.press("Escape");

  for (const [title, address, seen] of [
    ["Harbor fees", `notes?archive=&note=${ids["Harbor fees"]}`, page.getByRole("dialog")],
    ["Thrown away", "notes?trash", page.getByRole("article", { name: "Thrown away" })],
    ["Paint the boat", `tasks?edit=${ids["Paint the boat"]}`, page.getByRole("dialog")],
    ["Harbor maps", `files?folder=${ids["Harbor maps"]}`, page.getByText("harbor.txt")],
    [
      "harbor.txt",
      `files?folder=${ids["Harbor maps"]}&preview=${ids["harbor.txt"]}`,
      page.getByRole("dialog"),
    ],
  ] as const) {
    await page.goto("/#/workspace/account");
    await search(page, "harbor");
    await options(page).filter({ hasText: title }).first().click();
    await expect(page).toHaveURL(`/#/workspace/${address}`);
    await expect(seen.first()).toBeVisible();
  }
  for (const [screen, first] of [
    ["tasks", "Tasks"],
    ["files", "Files"],
    ["notes", "Notes"],
  ] as const) {
    await page.goto(`/#/workspace/${screen}`);
    await search(page, "harbor");
    await expect(palette(page).getByRole("group").first()).toHaveAccessibleName(first);
    await page.keyboard.press("Escape");
  }
});

test("the palette adds a note, a task and a folder by keyboard alone", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.open("/workspace");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const ids = await fill(site);
  await search(page, "new note");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "New note" }).locator(":focus")).toHaveCount(1);
  await page.keyboard.type("Typed at once");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("article").filter({ hasText: "Typed at once" })).toBeVisible();
  await expect(page).toHaveURL("/#/workspace/notes");
  // The command works on the same screen too.
  await search(page, "new note");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "New note" }).locator(":focus")).toHaveCount(1);

  await page.goto("/#/workspace/account");
  await search(page, "new task");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Escape");

  await page.goto(`/#/workspace/files?folder=${ids["Harbor maps"]}`);
  await expect(page.getByText("harbor.txt")).toBeVisible();
  await search(page, "new folder");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New folder" }).locator(":focus")).toHaveCount(1);
  await page.keyboard.type("Inner");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Inner", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/#/workspace/files?folder=${ids["Harbor maps"]}`);
});

test("the palette matches any input literally, and says when nothing is found", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.open("/workspace");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await fill(site);
  await search(page, "100%");
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  for (const text of ["h_rbor", "<b>nothing</b>", "x".repeat(200)]) {
    await search(page, text);
    await expect(palette(page).getByText(`Nothing found for “${text}”.`)).toBeVisible();
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
  }
});

test("the palette makes one request at a time, and reports a failure that can be retried", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  await workspace.open("/workspace");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await fill(site);
  let open = 0;
  let most = 0;
  const searched: string[] = [];
  let broken = false;
  await page.route("**/rpc/search_workspace*", async (route) => {
    open += 1;
    most = Math.max(most, open);
    searched.push(route.request().postDataJSON().search);
    await new Promise((resolve) => setTimeout(resolve, 600));
    open -= 1;
    if (broken) await route.fulfill({ status: 400, json: { message: "out of order" } });
    else await route.fallback();
  });
  await page.keyboard.press("ControlOrMeta+k");
  await input(page).pressSequentially("harbor", { delay: 250 });
  await expect(group(page, "Tasks")).toContainText("Paint the boat");
  expect(most).toBe(1);
  expect(searched.at(-1)).toBe("harbor");
  // The previous text finds this too, so the last response may still be missing.
  await expect.poll(() => open).toBe(0);
  expect(searched.length).toBeLessThan(6);
  broken = true;
  watch.expectStatus(400);
  await input(page).fill("harbor x");
  await expect(palette(page).getByRole("alert")).toHaveText(/out of order/);
  broken = false;
  await palette(page).getByRole("button", { name: "Try again" }).click();
  await expect(palette(page).getByRole("alert")).toBeHidden();
  await expect(input(page)).toBeFocused();
});
