import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import {
  contentOf,
  DRIVE,
  type DriveScreen,
  storedTree,
  textFile,
} from "../../support/pages/drive-screen.ts";
import { test } from "./fixtures.ts";

/** Fills in the form in the dialog for a file or folder. @returns the link. */
async function makeLink(
  drive: DriveScreen,
  name: string,
  fill: (page: Page) => Promise<unknown> = async () => {},
): Promise<string> {
  await drive.command(name, "Share");
  await fill(drive.page);
  await drive.dialog.getByRole("button", { name: "Create link" }).click();
  const link = await drive.dialog.getByLabel("Link", { exact: true }).inputValue();
  await drive.dialog.getByRole("button", { name: "Close" }).click();
  return link;
}

/** Makes the first request for every second file of a link fail. */
async function failEverySecond(page: Page): Promise<void> {
  let count = 0;
  await page.route("**/object/sign/**", (route) => {
    count += 1;
    return count % 2 === 0 ? route.abort("connectionreset") : route.continue();
  });
}

/** Opens the link as a visitor in a new browser context, without a session. */
async function visit(browser: Browser, link: string): Promise<{ page: Page; loaded: string[] }> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  page.on("pageerror", (error) => loaded.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    const isProblem = message.type() === "error" || message.type() === "warning";
    if (isProblem) loaded.push(`console: ${message.text()}`);
  });
  await page.goto(link);
  return { page, loaded };
}

test("a visitor opens, previews and downloads files of a shared folder, and is refused once the link is revoked", async ({
  drive,
  workspace,
  browser,
  watch,
}) => {
  await workspace.open(DRIVE);
  await drive.newFolder("Trip");
  await drive.openFolder("Trip");
  await drive.choose([
    textFile("plan — 最終.txt", "the plan"),
    {
      name: "<img src=x onerror=alert(1)>.md",
      buffer: Buffer.from("# Heading\n<script>1</script>"),
    },
  ]);
  await expect(drive.item("plan — 最終.txt")).toBeVisible();
  await drive.newFolder("Photos");
  await drive.openFolder("Photos");
  await drive.choose([
    textFile("list.csv", "a,b\n1,2"),
    ...["img10.txt", "img2.txt", "Zebra.txt", "apple.txt", "Äpfel.txt"].map((name) =>
      textFile(name, name),
    ),
    // A program whose name looks like a picture's when its direction is reversed.
    { name: "photo\u202egpj.exe", mimeType: "image/jpeg", buffer: Buffer.from("program") },
  ]);
  await expect(drive.item("photo[U+202E]gpj.exe")).toBeVisible();
  expect((await drive.names()).slice(0, 4)).toEqual([
    "Äpfel.txt",
    "apple.txt",
    "img2.txt",
    "img10.txt",
  ]);
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  await drive.choose([textFile("private.txt", "private")]);
  await expect(drive.item("private.txt")).toBeVisible();
  const link = await makeLink(drive, "Trip");

  const { page, loaded } = await visit(browser, link);
  await expect(page.getByRole("heading", { name: "Trip", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /Photos/ })).toBeVisible();
  await expect(page.getByText("private")).toHaveCount(0);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  // Opens the folder by keyboard, and leaves it with the browser's Back button.
  await page.getByRole("link", { name: /Photos/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Photos", level: 1 })).toBeVisible();
  // Files are in the drive's order.
  const files = page.getByRole("main").locator("ul").getByRole("link");
  await expect(files).toHaveText([
    /^Äpfel\.txt/,
    /^apple\.txt/,
    /^img2\.txt/,
    /^img10\.txt/,
    /^list\.csv/,
    /^photo\[U\+202E\]gpj\.exe/,
    /^Zebra\.txt/,
  ]);
  await expect(page.getByRole("link", { name: /^File photo/ })).toBeVisible();
  // Downloads are retried after a connection failure, here for every second file.
  await failEverySecond(page);
  const inner = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all (59 Bytes)" }).click();
  expect((await inner).suggestedFilename()).toBe("Photos.zip");
  const photos = await contentOf(await inner, "utf8");
  for (const name of [
    "apple.txt",
    "Äpfel.txt",
    "img2.txt",
    "img10.txt",
    "list.csv",
    "photo[U+202E]gpj.exe",
  ]) {
    expect(photos).toContain(`Photos/${name}`);
  }
  expect(photos).not.toContain("could not be read");
  await page.unrouteAll();
  expect(loaded.filter((line) => line.includes("ERR_CONNECTION_RESET"))).not.toEqual([]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("link", { name: /list\.csv/ }).click();
  await expect(page.getByRole("cell", { name: "2" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "Trip" }).click();

  await page.getByRole("link", { name: /onerror/ }).click();
  const preview = page.getByRole("dialog", { name: /onerror/ });
  await expect(preview.getByRole("heading", { name: "Heading" })).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("the plan")).toBeVisible();
  await page.keyboard.press("Escape");

  const one = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download: plan — 最終.txt" }).click();
  expect((await one).suggestedFilename()).toBe("plan — 最終.txt");
  expect(await contentOf(await one)).toBe("the plan");
  const all = page.waitForEvent("download");
  await page.getByRole("button", { name: /Download all/ }).click();
  expect((await all).suggestedFilename()).toBe("Trip.zip");
  const archive = await contentOf(await all, "latin1");
  expect(archive).toContain("the plan");
  expect(archive).toContain("Trip/Photos/list.csv");
  // The page loads no code of the panel, the workspace or the landing page.
  const scripts = loaded.filter((url) => /\.(?:js|css)(?:$|\?)/.test(url));
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((url) => /supabase|react-router|entry-|start-|hydrate/.test(url))).toEqual(
    [],
  );
  const complaints = loaded.filter((line) => !line.includes("ERR_CONNECTION_RESET"));
  expect(complaints.filter((url) => /^(?:uncaught|console)/.test(url))).toEqual([]);

  await drive.button("Links").click();
  await expect(drive.dialog.getByText(/Last used/)).toBeVisible();
  expect(await axeViolationsInBothThemes(drive.page)).toEqual([]);
  watch.acceptDialog(/^Revoke this link/);
  await drive.dialog.getByRole("button", { name: "Revoke the link to Trip" }).click();
  await expect(drive.dialog.getByRole("heading", { name: "No links" })).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("heading", { name: "This link does not exist or is no longer valid" }),
  ).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.context().close();
});

test("a visitor sees thumbnails in the order and with the words of the link, and pages through them without originals", async ({
  drive,
  workspace,
  browser,
}) => {
  await workspace.open(DRIVE);
  await drive.newFolder("Trip");
  await drive.item("Trip").dblclick();
  const picture = async (name: string, width: number) => {
    const create = { width, height: 600, channels: 3 as const, background: "#804020" };
    return { name, mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
  };
  const names = ["c.png", "b.png", "a.png"];
  await drive.choose([
    await picture("a.png", 900),
    await picture("b.png", 1200),
    await picture("c.png", 600),
    textFile("z.txt", "the last one"),
  ]);
  for (const name of names) await expect(drive.item(name).locator("img")).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  await expect(drive.item("Trip")).not.toHaveAccessibleName(/shared/);
  const link = await makeLink(drive, "Trip", async (page) => {
    await page.getByText("Label, title and note").click();
    await page.getByLabel("Label (optional)").fill("for Ana");
    await page.getByLabel("Title on the page (optional)").fill("Our days at the sea");
    await page.getByLabel("Note on the page (optional)").fill("Take what you like.\nSee you soon!");
    await page.getByLabel("Order on the page").selectOption("Name, Z to A");
  });
  await expect(drive.item("Trip")).toHaveAccessibleName(/, shared$/);

  const { page, loaded } = await visit(browser, link);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("heading", { name: "Our days at the sea", level: 1 })).toBeVisible();
  await expect(page.getByText("Take what you like.")).toBeVisible();
  await expect(page.getByText("Ana")).toHaveCount(0);
  const entries = page.getByRole("main").locator("ul").getByRole("link");
  await expect(entries).toHaveText([/^z\.txt/, /^c\.png/, /^b\.png/, /^a\.png/]);
  for (const name of names) {
    await expect(page.getByRole("link", { name: `Picture ${name}` }).locator("img")).toBeVisible();
  }
  await expect(entries.first().locator("img")).toHaveCount(0);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  const isOriginal = (url: string) => /object\/sign\/.*\.png\?/.test(url);
  await entries.first().click();
  await expect(page.getByText("the last one")).toBeVisible();
  // A picture that is as wide as the screen would be too tall.
  const fits = (img: HTMLElement) => img.getBoundingClientRect().bottom <= innerHeight;
  await page.setViewportSize({ width: 844, height: 390 });
  // The time that a visitor stays at a picture does not pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const name of names) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog")).toHaveAccessibleName(`Preview: ${name}`);
    const thumbnail = page.getByRole("dialog").getByRole("img", { name });
    await expect.poll(() => thumbnail.evaluate(fits)).toBe(true);
  }
  expect(loaded.filter(isOriginal)).toEqual([]);
  await page.clock.resume();
  await expect.poll(() => loaded.filter(isOriginal)).toHaveLength(1);
  const shown = page.getByRole("dialog").getByRole("img", { name: "a.png" });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(900);
  expect(await shown.evaluate(fits)).toBe(true);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(loaded.filter((url) => /^(?:uncaught|console)/.test(url))).toEqual([]);
  await page.context().close();
});

test("a link is changed under its address, and gets another one with one click", async ({
  drive,
  workspace,
  browser,
}) => {
  await workspace.open(DRIVE);
  await drive.choose([textFile("letter.txt", "dear reader")]);
  await expect(drive.item("letter.txt")).toBeVisible();
  const link = await makeLink(drive, "letter.txt", (page) =>
    page.getByRole("textbox", { name: "Password (optional)" }).fill("a good password"),
  );
  await drive.button("Links").click();
  const { dialog } = drive;
  await dialog.getByRole("button", { name: "Edit the link to letter.txt" }).click();
  await dialog.getByRole("combobox", { name: "Valid for" }).selectOption("1 year from now");
  await dialog.getByLabel("Ask for a password").uncheck();
  await dialog.getByLabel("Allow download").uncheck();
  await dialog.getByText("Label, title and note").click();
  await dialog.getByLabel("Label (optional)").fill("for Ana");
  expect(await axeViolationsInBothThemes(drive.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("letter.txt · for Ana")).toBeVisible();
  await expect(dialog.getByText(/^Until .*, view only$/)).toBeVisible();

  const { page } = await visit(browser, link);
  await expect(page.getByText("dear reader")).toBeVisible();
  await expect(page.getByRole("button", { name: /Download/ })).toHaveCount(0);

  await dialog.getByRole("button", { name: "New address for the link to letter.txt" }).click();
  const other = await dialog.getByLabel("Link", { exact: true }).inputValue();
  expect(other).not.toBe(link);
  await page.reload();
  await expect(page.getByRole("heading", { name: /no longer valid/ })).toBeVisible();
  await page.goto(other);
  await expect(page.getByText("dear reader")).toBeVisible();
  await page.context().close();
});

test("a visitor sees and downloads all of more than a thousand entries", async ({
  drive,
  workspace,
  site,
  browser,
}) => {
  await workspace.open(DRIVE);
  await drive.newFolder("Archive");
  await drive.openFolder("Archive");
  await drive.choose([textFile("first.txt", "the text")]);
  await expect(drive.item("first.txt")).toBeVisible();
  await site.sql`insert into workspace_files (user_id, parent_id, name, is_folder)
    select user_id, id, 'Box ' || number, true
    from workspace_files cross join generate_series(1, 1200) as number where name = 'Archive'`;
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  const link = await makeLink(drive, "Archive");

  const { page, loaded } = await visit(browser, link);
  await expect(page.getByText("1,201 items")).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("link", { name: /^Folder Box 100 / }).click();
  await expect(page.getByRole("heading", { name: "This folder is empty" })).toBeVisible();
  await page.goBack();
  const all = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all (8 Bytes)" }).click();
  const archive = await contentOf(await all, "latin1");
  expect(archive).toContain("Archive/first.txt");
  expect(new Set(archive.match(/Archive\/Box \d+\//g)).size).toBe(1200);
  expect(loaded.filter((url) => /^(?:uncaught|console)/.test(url))).toEqual([]);
  await page.context().close();
});

test("a visitor enlarges shared pictures, below the name of who shares them", {
  tag: "@long",
}, async ({ drive, workspace, site, browser }) => {
  const owner = "Adelheid Wilhelmina von Hohenstein";
  await site.sql`insert into personal_info (key, value)
    values ('fullName', ${owner}), ('tagline', 'Maps for people who get lost on purpose')`;
  await workspace.open(DRIVE);
  await drive.newFolder("Trip");
  await drive.item("Trip").dblclick();
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>');
  const named = (name: string) => ({ name, mimeType: "image/svg+xml", buffer });
  const first = "1 a boat at sea, late in the evening.svg";
  await drive.choose([named(first), named("2.svg")]);
  await expect(drive.item("2.svg")).toBeVisible();
  const single = await makeLink(drive, first);
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  const folder = await makeLink(drive, "Trip");

  const { page, loaded } = await visit(browser, folder);
  await page.setViewportSize({ width: 390, height: 844 });
  const name = page.getByRole("banner").getByRole("link");
  await expect(name).toHaveText(owner);
  const isCut = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth;
  expect(await name.getByText(owner).evaluate(isCut)).toBe(false);
  await expect(page).toHaveTitle(`Shared files – ${owner}`);
  await page.getByRole("link", { name: first }).click();
  const enlarge = async (picture: Locator, how: () => Promise<void>) => {
    const width = () => picture.evaluate((img) => img.getBoundingClientRect().width);
    await expect(picture).toBeVisible();
    const fitting = await width();
    await how();
    await expect.poll(width).toBeCloseTo(2 * fitting, -1);
  };
  await enlarge(page.getByRole("img", { name: first }), () => page.keyboard.press("+"));
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await expect(page.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  // The arrow keys scroll an enlarged picture.
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog")).toHaveAccessibleName(`Preview: ${first}`);
  await page.getByRole("button", { name: "Zoom out" }).click();
  // The arrow key also works after a click that disabled the button.
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog")).toHaveAccessibleName("Preview: 2.svg");
  await expect(page.getByRole("button", { name: "Zoom out" })).toBeDisabled();

  await page.goto(single);
  await enlarge(page.getByRole("img", { name: first }), () =>
    page.getByRole("button", { name: "Zoom in" }).click(),
  );
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(loaded.filter((url) => /^(?:uncaught|console)/.test(url))).toEqual([]);
  await page.context().close();
  await site.sql`delete from personal_info where key in ('fullName', 'tagline')`;
});

test("a link with a password opens only with that password, and a link for viewing offers no downloads", async ({
  drive,
  workspace,
  browser,
}) => {
  await workspace.open(DRIVE);
  await drive.choose([textFile("letter.txt", "dear reader")]);
  await expect(drive.item("letter.txt")).toBeVisible();
  const link = await makeLink(drive, "letter.txt", async (page) => {
    await page.getByRole("textbox", { name: "Password (optional)" }).fill("short");
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(page.getByText("Use 8 to 200 characters.")).toBeVisible();
    await page.getByRole("textbox", { name: "Password (optional)" }).fill("a good password");
    await page.getByLabel("Allow download").uncheck();
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
  });
  const { page } = await visit(browser, link);
  await expect(page.getByRole("heading", { name: "This link has a password" })).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("another password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This password is wrong.")).toBeVisible();
  await password.fill("a good password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "letter.txt" })).toBeVisible();
  await expect(page.getByText("dear reader")).toBeVisible();
  await expect(page.getByRole("button", { name: /Download/ })).toHaveCount(0);
  // This tab does not ask for the password again.
  await page.reload();
  await expect(page.getByText("dear reader")).toBeVisible();
  await page.context().close();
});

test("a visitor sends files through a link, and the workspace user is notified", async ({
  drive,
  workspace,
  site,
  browser,
}) => {
  await workspace.open(DRIVE);
  await drive.newFolder("From clients");
  await drive.openFolder("From clients");
  await drive.choose([textFile("photo.txt", "mine")]);
  await expect(drive.item("photo.txt")).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  const link = await makeLink(drive, "From clients", async (page) => {
    await page.getByLabel("Receive files").check();
    await page.getByText("Label, title and note").click();
    await page.getByLabel("Title on the page (optional)").fill("Your tax papers");
    await page.getByLabel("Note on the page (optional)").fill("All receipts of last year, please.");
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
  });

  const { page, loaded } = await visit(browser, link);
  await expect(page.getByRole("heading", { name: "Your tax papers" })).toBeVisible();
  await expect(page.getByText("All receipts of last year, please.")).toBeVisible();
  await expect(page.getByText(/up to 10 files of 1\.00 GB together/)).toBeVisible();
  await expect(page.getByText(/Left: 10 files, 1\.00 GB/)).toBeVisible();
  const large = { name: "film.bin", mimeType: "video/mp4", buffer: Buffer.alloc(7 * 2 ** 20, 1) };
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files" }).click();
  const files = [textFile("photo.txt", "theirs"), large, textFile("empty.txt", "")];
  await (await chooser).setFiles(files as { name: string; mimeType: string; buffer: Buffer }[]);
  await expect(page.getByText("Sent: 3 files have arrived.")).toBeVisible();
  await expect(page.getByText(/Left: 7 files/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Your files" }).getByRole("listitem")).toHaveCount(3);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(loaded.filter((url) => /^(?:uncaught|console)/.test(url))).toEqual([]);
  await page.context().close();

  await expect(drive.page.getByText(/3 files were sent to/)).toBeVisible();
  await drive.page.getByRole("link", { name: "From clients", exact: true }).click();
  await expect(drive.item("photo (1).txt")).toBeVisible();
  await drive.button("Dismiss").click();
  await expect(drive.page.getByText(/were sent to/)).toHaveCount(0);
  expect(await storedTree(site)).toEqual([
    "From clients",
    "From clients > empty.txt",
    "From clients > film.bin",
    "From clients > photo (1).txt",
    "From clients > photo.txt",
  ]);
});
