import { expect } from "@playwright/test";
import { tryAgain } from "../../support/pages/failed-requests.ts";
import { soakOnly, test } from "../fixtures.ts";

// Uses the shared site, because every write is refused before it reaches the server.

/** The lists of entries, each with an entry of the sample content and its editor's first field. */
const lists = [
  {
    table: "experience",
    path: "/tradmin/portfolio/experience",
    entry: "Lead Engineer, Brackwater Software",
    field: "Title",
    noun: "entry",
    empty: "No Experience Entries",
  },
  {
    table: "education",
    path: "/tradmin/portfolio/education",
    entry: "MSc Computer Science, Northern Adriatic Institute of Technology",
    field: "Degree/Certificate",
    noun: "entry",
    empty: "No Education Entries",
  },
  {
    table: "projects",
    path: "/tradmin/portfolio/projects",
    entry: "Quadrat",
    field: "Name",
    noun: "project",
    empty: "No Projects Found",
  },
  {
    table: "skills",
    path: "/tradmin/portfolio/skills",
    entry: "TypeScript",
    field: "Name",
    noun: "skill",
    empty: "No Skills Found",
  },
  {
    table: "social_links",
    path: "/tradmin/portfolio/info",
    entry: "GitHub",
    field: "Name",
    noun: "link",
    empty: "No Social Links",
  },
];

for (const { table, path, entry, field, noun, empty } of lists) {
  test(
    `${table}: failed reads, saves and deletions are reported, and nothing is lost`,
    soakOnly(table !== "skills"),
    async ({ admin, page, watch }) => {
      let broken = true;
      await page.route(
        (url) => url.pathname === `/rest/v1/${table}`,
        (route) =>
          broken
            ? route.fulfill({ status: 400, json: { message: "no such luck" } })
            : route.fulfill({ json: [] }),
      );
      watch.expectStatus(400);
      await admin.open(path);
      await expect(page.getByRole("main").getByRole("alert")).toContainText("no such luck");
      broken = false;
      await tryAgain(page);
      await expect(page.getByRole("heading", { name: empty })).toBeVisible();

      await page.unrouteAll();
      await page.route(`**/rest/v1/${table}*`, (route) => {
        const method = route.request().method();
        return ["PATCH", "DELETE"].includes(method)
          ? route.fulfill({ status: 500, json: { message: `${method} is out of order` } })
          : route.fallback();
      });
      watch.expectStatus(500);
      await page.reload();
      const editor = page.getByRole("dialog");
      const name = editor.getByRole("textbox", { name: field, exact: true });
      const save = editor.getByRole("button", { name: "Save", exact: true });
      await page.getByRole("button", { name: `Edit ${entry}`, exact: true }).click();
      await name.fill("Kept words");
      await save.press("Enter");
      await expect(editor.getByRole("alert")).toHaveText("PATCH is out of order");
      await expect(name).toHaveValue("Kept words");
      await expect(save).toBeFocused();
      watch.acceptDialog(/^You have unsaved changes/);
      await editor.getByRole("button", { name: "Cancel" }).click();
      await expect(editor).toHaveCount(0);

      // The dialog is declined first; then the deletion is refused by the backend.
      const remove = page.getByRole("button", { name: `Delete ${entry}`, exact: true });
      watch.expectProblem(/^dialog: Are you sure you want to delete/);
      await remove.click();
      await expect(remove).toBeFocused();
      await expect(remove).toBeEnabled();
      watch.acceptDialog(new RegExp(`^Are you sure you want to delete "${entry}"\\?$`));
      watch.acceptDialog(new RegExp(`^Error deleting ${noun}: DELETE is out of order$`));
      await remove.click();
      await expect.poll(() => watch.missing()).toEqual([]);
      await expect(remove).toBeEnabled();
    },
  );
}
