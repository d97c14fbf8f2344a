import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
import { renewLink } from "../../../server/setup/setup-links.ts";
import { axeViolations } from "../../support/axe.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-import" });

const cv = {
  basics: {
    name: "Ines Marlowe",
    label: "I build calm tools.",
    email: "ines@example.com",
    summary: "Ten years of interfaces.",
    location: { city: "Lisbon" },
    profiles: [{ network: "GitHub", url: "https://github.com/ines" }],
  },
  work: Array.from({ length: 8 }, (_, index) => ({
    name: `Company ${index}`,
    position: "Engineer",
    startDate: `${2024 - index}-03`,
    ...(index > 0 && { endDate: `${2025 - index}-02` }),
    summary: "Built things.",
    keywords: ["TypeScript"],
  })),
  education: [{ institution: "Técnico", studyType: "MSc", startDate: "2010", endDate: "2012" }],
  skills: ["Web", "Data", "Tools"].map((name) => ({
    name,
    keywords: ["one", "two", "three", "four", "five", "six"].map((word) => `${name} ${word}`),
  })),
  projects: Array.from({ length: 6 }, (_, index) => ({
    name: `Project ${index}`,
    url: `https://project-${index}.example`,
    description: "Does one thing well.",
    keywords: ["Node.js"],
  })),
};
const file = (value: unknown) => ({
  name: "cv.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify(value)),
});

test("a whole CV is imported into a new site with three clicks, and adds nothing twice", async ({
  admin,
  page,
}) => {
  await admin.open();
  await page.getByRole("link", { name: "Import your CV" }).click();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a File" }).click();
  await (await chooser).setFiles(file(cv));
  await expect(page.getByLabel(/Remove the sample content/)).toBeChecked();
  await expect(page.getByText(/40 to add, 0 to change, 0 already/)).toBeVisible();
  const order = page.getByRole("checkbox", { name: "Order of the sections" });
  await expect(order).toBeChecked();
  await expect(page.getByText("Professional Experience before Education")).toBeVisible();
  const subtitles = page.getByRole("checkbox", { name: /^Leave out the default subtitles/ });
  await expect(subtitles).toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel("Personal statement").fill("I like tools that\nstay out of the way.");
  await page.getByRole("button", { name: "Import 41 Entries" }).click();
  await expect(page.getByText("41 entries are on your site now.")).toBeVisible();
  const missing = page.getByRole("list", { name: "Still missing" }).getByRole("link");
  await expect(missing).toHaveText(["Portrait", "Project pictures", "Workspace"]);
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Import another file" }).press("Enter");
  await page
    .getByLabel("CV file")
    .setInputFiles(file({ ...cv, basics: { ...cv.basics, label: "New." } }));
  await expect(page.getByText(/0 to add, 1 to change, 38 already/)).toBeVisible();
  await expect(page.getByRole("row", { name: "Tagline I build calm tools. New." })).toBeVisible();
  await expect(subtitles).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Tagline" }).press("Space");
  await expect(page.getByRole("button", { name: "Import 0 Entries" })).toBeDisabled();

  await page.goto("/");
  await expect(page.locator("#about")).toContainText("I like tools that");
  await expect(page.locator("#experience h3")).toHaveCount(8);
  await expect(page.locator("#experience + #education")).toBeVisible();
  await expect(page.locator(".facts")).toContainText("Engineer, Company 0");
  await expect(page.locator(".subtitle")).toHaveCount(0);
  await expect(page.locator("#projects h3").first()).toHaveText("Project 0");
  await expect(page.locator("#skills h3")).toHaveText(["Web", "Data", "Tools"]);
});

test("a whole import is undone in one click, until one of its entries changes", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const titles = async () =>
    (await site.sql`select title from public.experience order by title`).map(({ title }) => title);
  const before = await titles();
  const importCv = async (title: string) => {
    const work = [{ name: "Undone", position: title, startDate: "2020-01" }];
    await page.getByLabel("CV file").setInputFiles(file({ work }));
    await page.getByRole("button", { name: "Import 1 Entry" }).click();
    await expect(page.getByText("1 entry is on your site now.")).toBeVisible();
  };
  const undo = page.getByRole("button", { name: "Undo Import" });
  await admin.open("/tradmin/import");
  await importCv("Once");
  expect(await axeViolations(page)).toEqual([]);
  await undo.press("Enter");
  await expect(page.getByText("Import undone.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a File" })).toBeVisible();
  expect(await titles()).toEqual(before);
  await expect(undo).toBeHidden();

  await importCv("Twice");
  await page.reload();
  await expect(undo).toBeVisible();
  await site.sql`update public.experience set title = 'Edited' where organization = 'Undone'`;
  watch.expectStatus(409);
  await undo.click();
  await expect(page.getByRole("alert")).toContainText("Nothing was undone.");
  await expect(page.getByText(/some of its entries have changed since/)).toBeVisible();
  await expect(undo).toBeHidden();
  expect(await titles()).toContain("Edited");
});

test("the review asks how ambiguous dates are read, and names the values it leaves out", async ({
  admin,
  page,
  site,
}) => {
  await admin.open("/tradmin/import");
  await page.getByLabel("CV file").setInputFiles(
    file({
      basics: { phone: "+351 21 000 0000", location: { address: "Rua 1", city: "Lisbon" } },
      work: [{ name: "Dated", position: "Clerk", startDate: "01/02/2019", endDate: "12.2020" }],
      education: [
        { institution: "Dated", studyType: "Bachelor", area: "Bachelor of Arts", gpa: "-" },
      ],
      awards: [
        { title: "Dated Prize", date: "long ago", teamSize: 7 },
        { title: "Dated", date: "3 May 2018" },
        { title: "Dated too", date: "2020-06-30" },
      ],
      volunteer: [{ organization: "Dated", position: "Guide", startDate: "2020", endDate: "2999" }],
      references: [{ name: "Dated", reference: "Fine.", hidden: true }],
    }),
  );
  const order = page.getByLabel("In this file’s dates, what comes first?");
  await expect(page.getByText("Dates are read:")).toHaveText(/01\/02\/2019 as Jan 2019, 12.2020/);
  await order.selectOption("The day, then the month");
  await expect(page.getByText("Dates are read:")).toHaveText(/01\/02\/2019 as Feb 2019, 12.2020/);
  await expect(page.getByText(/can’t be read.* kept as text: long ago/)).toBeVisible();
  await expect(
    page.getByText(/keeps months.*: 01\/02\/2019, 3 May 2018, 2020-06-30\./),
  ).toBeVisible();
  await page.getByLabel("Periods that end in the future").selectOption("Show as “Present”");
  await expect(page.getByText("2020 – Present", { exact: true })).toBeVisible();
  await expect(page.getByText(/hidden in the file, not checked/)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /hidden in the file/ })).not.toBeChecked();
  await expect(page.getByText("Not imported (2)")).toBeVisible();
  await expect(page.getByText("The grade “-” of Dated, which is none.")).toBeVisible();
  await expect(page.getByText("Awards 1, team size: 7")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Phone (private)" })).toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: /^Import \d+ Entries$/ }).click();
  await expect(page.getByText(/entries are on your site now/)).toBeVisible();
  expect(
    await site.sql`select date_range, title from public.experience where organization = 'Dated'
      union all select date_range, title from public.education where organization = 'Dated'
      union all select date_range, title from public.awards where title = 'Dated Prize'`,
  ).toEqual([
    { date_range: "Feb 2019 – Dec 2020", title: "Clerk" },
    { date_range: null, title: "Bachelor of Arts" },
    { date_range: "long ago", title: "Dated Prize" },
  ]);
  for (const path of ["/resume.json", "/cv", "/rest/v1/personal_info"]) {
    const headers = { apikey: (await site.secrets()).publishableKey };
    expect(await (await page.request.get(path, { headers })).text()).not.toContain("+351");
  }
});

test("the review shows the picture that it copies, or why it can't, and takes another one", async ({
  admin,
  page,
  site,
  watch,
}) => {
  const path = "public/sample/profile-640.webp";
  const body = await readFile(path);
  await page.context().route("https://pictures.test/**", (route) => {
    const [, name] = /([a-z]+)\.webp$/.exec(route.request().url()) ?? [];
    if (name === "gone") return route.fulfill({ status: 404 });
    // Without a header, Playwright allows every site.
    const allowed = name === "open" ? "*" : "https://elsewhere.test";
    const headers = { "access-control-allow-origin": allowed };
    return route.fulfill({ body, contentType: "image/webp", headers });
  });
  watch.expectProblem(/pictures\.test\/(open|closed|gone)\.webp|Failed to load resource|CORS/);
  const stored = async () => {
    const key = "profilePictureUrl";
    const [row] = await site.sql`select value from public.personal_info where key = ${key}`;
    return row?.value;
  };
  const choose = (image: string) =>
    page.getByLabel("CV file").setInputFiles(file({ basics: { label: "Painter", image } }));
  const picture = page.getByRole("checkbox", { name: /^Profile picture/ });
  const general = page.getByRole("region", { name: "General Info" });
  const before = await stored();
  await admin.open("/tradmin/import");

  await choose("https://pictures.test/gone.webp");
  await expect(general).toContainText("No usable picture could be loaded from pictures.test.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await choose("images/me.jpg");
  await expect(general).toContainText("No usable picture could be loaded from “images/me.jpg”.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await choose(`data:image/webp;base64,${body.toString("base64")}`);
  await expect(general).toContainText("From the file, 640 × 640 pixels.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await choose("https://pictures.test/open.webp");
  await expect(general).toContainText("From pictures.test, 640 × 640 pixels.");
  await expect(picture).toBeChecked();
  await page.getByRole("button", { name: "Cancel" }).click();

  await choose("https://pictures.test/closed.webp");
  await expect(general).toContainText("does not let other sites copy it");
  await expect(page.getByRole("link", { name: "Open the picture" })).toBeVisible();
  await expect(picture).toBeHidden();
  expect(await axeViolations(page)).toEqual([]);
  await page
    .getByLabel("Picture to import")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByRole("alert")).toContainText("“notes.txt” is not a photo.");
  await page.getByLabel("Picture to import").setInputFiles(path);
  await expect(general).toContainText("From profile-640.webp, 640 × 640 pixels.");
  await expect(picture).toBeChecked();
  await page.getByRole("button", { name: /^Import \d+ Entr/ }).click();
  await expect(page.getByText(/on your site now/)).toBeVisible();
  const copy = await stored();
  expect(copy).not.toBe(before);
  expect(copy).toMatch(/^\/storage\/.*\.png$/);
  expect((await page.request.get(copy)).headers()["content-type"]).toBe("image/png");

  // The site's own picture is not replaced unasked.
  await page.getByRole("button", { name: "Import another file" }).click();
  await choose("https://pictures.test/open.webp");
  await expect(picture).not.toBeChecked();
});

test("an exported file has drafts as well, and unreadable files are refused on import", async ({
  admin,
  page,
}) => {
  await admin.open("/tradmin/import");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Content" }).press("Enter");
  const text = await readFile(await (await saved).path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({ format: "foyer-content", version: 1 });
  await page.getByLabel("CV file").setInputFiles(file({ anything: "else" }));
  await expect(page.getByRole("alert")).toContainText("This is not a CV that can be imported.");
});

test("a new site is filled from a LinkedIn export on its setup page, by keyboard alone", {
  tag: "@long",
}, async ({ page, site }) => {
  await site.sql`delete from auth.users`;
  await site.sql`delete from public.projects where true`;
  const link = await renewLink(site.sql, { replace: true });
  await page.goto(`/#/tradmin/setup?token=${link.owned ? "" : link.token}`);
  await expect(page.getByLabel("Email")).toBeFocused();
  const start = page.getByRole("button", { name: "Start from a CV" });
  await tabTo(page, start);
  const chooser = page.waitForEvent("filechooser");
  await start.press("Enter");
  await (await chooser).setFiles({
    name: "linkedin.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(zipSync(linkedIn)),
  });
  await expect(page.getByRole("status")).toContainText("linkedin.zip is read after Create Owner.");
  await tabTo(page, page.getByLabel("Email"), "Shift+Tab");
  for (const text of ["first@example.com", "a fine long password", "a fine long password"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");

  await expect(page.getByText(/linkedin\.zip, a LinkedIn export/)).toBeVisible();
  await expect(page.getByText("Add · no public link · no picture")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await tabTo(page, page.getByRole("button", { name: /^Import \d+ Entries$/ }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/entries are on your site now/)).toBeVisible();
  await expect(page.getByRole("link", { name: "See your site" })).toBeFocused();
  const projects = await site.sql`select name, live_link from public.projects`;
  expect(projects).toEqual([{ name: "Note G", live_link: null }]);
});

const linkedIn = {
  "Profile.csv": strToU8("First Name,Last Name,Headline\nAda,Lovelace,Analyst\n"),
  "Positions.csv": strToU8(
    "Company Name,Title,Description,Location,Started On,Finished On\nBabbage,Analyst,,,Mar 2021,\n",
  ),
  "Projects.csv": strToU8("Title,Description,Url\nNote G,Numbers of Bernoulli,\n"),
};

async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}
