import { expect } from "@playwright/test";
import { EntriesScreen } from "../support/pages/entries-screen.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-portfolio" });

const path = "/tradmin/portfolio/education";
const msc = "MSc Computer Science, Northern Adriatic Institute of Technology";

test.beforeEach(async ({ admin, site }) => {
  await site.sql`delete from public.education where organization like 'Test %'`;
  await admin.open(path);
});

test("a new certificate is stored and links its institution on the public page", async ({
  page,
  site,
}) => {
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(2);
  await expect(screen.rows.first()).toContainText("MSc Computer Science");
  await page.getByRole("button", { name: "Add Education" }).click();
  await expect(screen.editor).toHaveAccessibleName("Add Education");
  await screen.fill({
    "Degree/Certificate": "Radio Operator",
    Institution: "Test Harbour School",
    "Institution Website": " https://school.example/radio ",
    "Date Range": "2026",
    Skills: "Morse, Patience",
  });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  await expect
    .poll(async () => (await page.request.get("/")).text())
    .toContain('href="https://school.example/radio"');
  await expect(screen.rows.first()).toContainText("Radio Operator");
  const [row] = await site.sql`
    select title, organization_link, location, date_range, description, skills
    from public.education where organization = 'Test Harbour School'`;
  expect(row).toEqual({
    title: "Radio Operator",
    organization_link: "https://school.example/radio",
    location: null,
    date_range: "2026",
    description: null,
    skills: ["Morse", "Patience"],
  });
});

test("a missing degree or institution and an invalid website are reported", async ({
  page,
  site,
}) => {
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Education" }).click();
  await screen.save();
  await expect(screen.field("Degree/Certificate")).toHaveAccessibleDescription(
    "Please enter the degree or certificate.",
  );
  await expect(screen.field("Institution")).toHaveAccessibleDescription(
    "Please enter the institution.",
  );
  await screen.fill({ "Degree/Certificate": "Test", Institution: "Test Links" });
  const website = screen.field("Institution Website");
  for (const wrong of ["school.example", "javascript:alert(1)", "//school.example", "https:/x"]) {
    await website.fill(wrong);
    await screen.save();
    await expect(website).toHaveAccessibleDescription(
      "Please enter a full address, such as https://example.com.",
    );
  }
  await website.fill("");
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  expect(
    await site.sql`select organization_link from public.education where organization = 'Test Links'`,
  ).toEqual([{ organization_link: null }]);
});

test("the backend's refusals of a list, a save and a removal are shown", async ({
  page,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(2);
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await page.route(
    (url) => url.pathname === "/rest/v1/education",
    (route) => {
      const method = route.request().method();
      return route.fulfill({ status: 500, json: { message: `${method} is out of order` } });
    },
  );
  await screen.edit(msc);
  await screen.fill({ Location: "Gorizia" });
  await screen.save();
  await expect(screen.editor.getByRole("alert")).toHaveText("PATCH is out of order");
  await expect(screen.field("Location")).toHaveValue("Gorizia");
  watch.acceptDialog(/^You have unsaved changes/);
  await page.keyboard.press("Escape");
  await expect(screen.editor).toHaveCount(0);

  watch.acceptDialog(/^Are you sure/);
  watch.acceptDialog(/^Error deleting entry: DELETE is out of order$/);
  await screen.remove(msc);
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect(screen.rows.first()).toContainText("MSc Computer Science");

  await page.reload();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("GET is out of order");
});

test("the keyboard alone adds a certificate and deletes it", async ({ page, watch }) => {
  const { keyboard } = page;
  const screen = new EntriesScreen(page);
  await expect(screen.rows).toHaveCount(2);
  await page.getByRole("button", { name: "Add Education" }).focus();
  await keyboard.press("Enter");
  await expect(screen.field("Degree/Certificate")).toBeFocused();
  for (const text of ["Swimmer", "Test Pool", "https://pool.example"]) {
    await keyboard.type(text);
    await keyboard.press("Tab");
  }
  await keyboard.press("Enter");
  await expect(screen.editor).toHaveCount(0);
  await expect(screen.rows).toHaveCount(3);
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Delete Swimmer, Test Pool" })).toBeFocused();
  watch.acceptDialog(/^Are you sure you want to delete "Swimmer, Test Pool"\?$/);
  await keyboard.press("Enter");
  await expect(screen.rows).toHaveCount(2);
  await expect(page.getByRole("button", { name: `Delete ${msc}` })).toBeFocused();
});

test("an empty list of education entries is shown as such", async ({ page, site }) => {
  await site.sql`delete from public.education`;
  await page.reload();
  await expect(page.getByRole("heading", { name: "No Education Entries" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Education" })).toBeVisible();
});
