import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace-keys", sampleContent: "off" });

const help = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const newNote = (page: Page) => page.getByRole("region", { name: "New note" }).locator(":focus");

test.beforeEach(async ({ page }) => {
  await page.route("**/functions/v1/fetch-notion-notes", (route) =>
    route.fulfill({ json: { notes: [] } }),
  );
});

/**
 * Each screen's path, the element that `/` focuses (null: the palette), and one of its listed keys.
 */
const screens = [
  ["", null, "New note"],
  ["/notes", "Search notes", "Pin or unpin it"],
  ["/tasks", "Search tasks", "New task"],
  ["/files", "Search files", "Rename"],
  ["/notion", null, "New note"],
  ["/account", null, "New note"],
] as const;

test("/ searches, ? lists the keys and N adds on every workspace screen", async ({
  workspace,
  page,
}) => {
  await workspace.account();
  for (const [path, search, listed] of screens) {
    await workspace.open(`/workspace${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expect(page.getByText("Loading...")).toHaveCount(0);
    await page.keyboard.press("/");
    if (search) await expect(page.getByLabel(search)).toBeFocused();
    else await expect(palette(page).getByRole("combobox")).toBeFocused();
    // A typed character does not trigger a shortcut.
    await page.keyboard.type("n?/");
    await expect(page.locator(":focus")).toHaveValue("n?/");
    await page.keyboard.press("Escape");
    if (!search) await expect(palette(page)).toBeHidden();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());

    await page.keyboard.press("?");
    await expect(help(page).getByText(listed)).toBeVisible();
    await expect(help(page).getByText("Find anything, also while typing")).toBeVisible();
    // Keys do nothing while a dialog is open.
    await page.keyboard.press("n");
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(help(page)).toBeHidden();

    await page.keyboard.press("Control+n");
    await page.keyboard.press("Shift+N");
    await page.keyboard.press("Alt+n");
    await expect(newNote(page)).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("n");
    if (path === "/tasks") await expect(page.getByRole("dialog").getByLabel("Title")).toBeFocused();
    else if (path === "/files")
      await expect(page.getByRole("dialog").getByLabel("Folder Name")).toBeFocused();
    else await expect(newNote(page)).toHaveCount(1);
  }
});

test("the palette shows the keys of the screen, and runs them", async ({ workspace, page }) => {
  await workspace.open("/workspace/tasks");
  await expect(page.getByLabel("Search tasks")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page).getByRole("option", { name: "New task N" })).toBeVisible();
  await expect(palette(page).getByRole("option", { name: /^New note$/ })).toBeVisible();
  await page.keyboard.type("search tasks");
  await expect(palette(page).getByRole("option").first()).toHaveText("Search tasks/");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Search tasks")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("keyboard");
  await page.keyboard.press("Enter");
  await expect(help(page)).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
});

test("keys typed before the palette is loaded are searched for, and change nothing behind it", async ({
  workspace,
  page,
}) => {
  const search = page.getByLabel("Search tasks");
  const code = /assets\/workspace-palette-/;
  await workspace.open("/workspace/tasks");
  for (const [first, then] of [
    ["keyb", "oard\n"],
    ["keyboard\n", ""],
  ] as const) {
    const held = holdRequests();
    await page.route(code, held.route);
    await page.reload();
    await search.focus();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type(first);
    await expect(palette(page).getByRole("textbox")).toHaveValue(first.trim());
    await expect(palette(page).getByRole("status")).toHaveText("Loading...");
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
    held.release();
    if (then) await expect(palette(page).getByRole("combobox")).toBeFocused();
    await page.keyboard.type(then);
    await expect(help(page)).toBeVisible();
    await expect(palette(page)).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("");
    await page.unroute(code);
  }
});

test("Escape closes the palette while it is loading, and a composed word stays whole when it is loaded", async ({
  workspace,
  page,
}) => {
  const held = holdRequests();
  await page.route(/assets\/workspace-palette-/, held.route);
  await workspace.open("/workspace/tasks");
  await page.getByLabel("Search tasks").focus();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette(page).getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(page.getByLabel("Search tasks")).toBeFocused();

  await page.keyboard.press("ControlOrMeta+k");
  const devtools = await page.context().newCDPSession(page);
  const composed = { selectionStart: 3, selectionEnd: 3 };
  await devtools.send("Input.imeSetComposition", { text: "にほん", ...composed });
  const loaded = page.waitForResponse(/assets\/workspace-palette-/);
  held.release();
  await (await loaded).finished();
  await devtools.send("Input.insertText", { text: "日本" });
  await expect(palette(page).getByRole("combobox")).toHaveValue("日本");
  await page.keyboard.type("語");
  await expect(palette(page).getByRole("combobox")).toHaveValue("日本語");
});

test("the keys / and ? work in the admin panel too", async ({ admin, page }) => {
  await admin.open("/tradmin/portfolio/skills");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  await expect(help(page).getByText("Find anything, also while typing")).toBeVisible();
  await expect(help(page).getByText("New note")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.goto("/#/tradmin/messages");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(help(page).getByText("Next message")).toBeVisible();
  await expect(help(page).getByText("Search messages")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search messages")).toBeFocused();
});
