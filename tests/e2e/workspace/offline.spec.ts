import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { createAccount, forceLogout } from "../../support/pages/accounts.ts";
import { cutNetwork } from "../../support/pages/cut-network.ts";
import { cachedUrls, kept, keptKeys } from "../../support/pages/device-storage.ts";
import { DRIVE, DriveScreen, emptyDrive, seedTree } from "../../support/pages/drive-screen.ts";
import {
  addNote,
  addNotes,
  failRequests,
  NOTES,
  noteText,
  openNote,
  storedTexts,
} from "../../support/pages/notes-screen.ts";
import { seedTasks, storedBoard, TaskBoard } from "../../support/pages/task-board.ts";
import { workspaceUser } from "../../support/pages/workspace-page.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace-offline", serviceWorkers: "allow" });

test.beforeEach(async ({ site, workspace, watch }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  // Browsers report requests that fail without a network.
  watch.tolerate(/^failed: \w+ .*(ERR_INTERNET_DISCONNECTED|ERR_FAILED)$/);
  watch.tolerate(/^console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  watch.tolerate(/^console error: TypeError: Failed to fetch/);
});

test("text that is written offline, reloaded and continued is stored completely once online", async ({
  context,
  workspace,
  page,
  site,
  watch,
}) => {
  // If the reload aborted the response of a new note, the note is sent again, and the second insert
  // is refused.
  watch.tolerate(/^(answer: 409|console error: .* 409 )/);
  const long = "word ".repeat(1_000);
  const id = await addNote(site, "the diary");
  await site.sql`insert into workspace_notes (user_id, title, content)
    select user_id, 'a long one', ${`<p>${long}and its needle</p>`} from workspace_users`;
  await workspace.open(NOTES);
  await expect(page.getByRole("article")).toHaveCount(2);
  await untilReady(page, { rows: 2, texts: 1 });

  const reconnect = await cutNetwork(context, watch);
  await failRequests(page);
  await page.getByRole("button", { name: "the diary" }).click();
  await noteText(page).click();
  await page.keyboard.type("on the train");
  await expect(page.getByRole("dialog").getByText("Offline, kept on this device")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByPlaceholder("Take a note...").fill("a thought in the tunnel");
  await page.getByRole("heading", { name: "My Notes" }).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  // Read before the reload, because the emulation reaches a restarted service worker late.
  const before = await storedTexts(site);
  expect(before).toHaveLength(2);
  expect(before.join()).not.toContain("train");

  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(page.getByText("on the train")).toBeVisible();
  await expect(page.getByText("a thought in the tunnel")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Offline" })).toBeVisible();
  await page.getByLabel("Search notes").fill("needle");
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: "a long one" }).click();
  await expect(noteText(page)).toContainText("needle");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByLabel("Search notes").fill("");
  await page.getByRole("button", { name: "the diary" }).click();
  await noteText(page).press("Control+End");
  await page.keyboard.type(" and beyond");
  await page.keyboard.press("Escape");
  await reconnect();
  await expect
    .poll(() => storedTexts(site))
    .toEqual([
      "<p>a thought in the tunnel</p>",
      "<p>on the train and beyond</p>",
      `<p>${long}and its needle</p>`,
    ]);
  await expect(page.getByRole("status").filter({ hasText: "Offline" })).toBeHidden();
  await expect(page.getByRole("article")).toHaveCount(3);
  const [row] = await site.sql`select revision from workspace_notes where id = ${id}`;
  expect(row?.revision).toBeLessThan(4);
});

test("notes deleted offline move to the trash once online, unless the deletion is undone", {
  tag: "@long",
}, async ({ context, workspace, page, site, watch }) => {
  await site.sql`delete from trashed_notes`;
  await addNote(site, "to go");
  await addNote(site, "to stay");
  await workspace.open(NOTES);
  await expect(page.getByRole("article")).toHaveCount(2);
  await untilReady(page, { rows: 2, texts: 0 });
  const reconnect = await cutNetwork(context, watch);
  await failRequests(page);
  for (const title of ["to go", "to stay"]) {
    await page.getByRole("button", { name: title }).focus();
    await page.keyboard.press("Delete");
    await expect(page.getByRole("button", { name: title })).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(await site.sql`select from workspace_notes`).toHaveLength(2);

  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("article")).toContainText("to stay");
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("article")).toContainText("Waiting for a connection");

  await reconnect();
  await expect
    .poll(() => site.sql`select title from trashed_notes`)
    .toMatchObject([{ title: "to go" }]);
  expect(await site.sql`select title from workspace_notes`).toMatchObject([{ title: "to stay" }]);
  await expect(page.getByRole("article")).toContainText("Deleted");
});

test("pictures of notes that were shown before are shown offline, until they no longer exist", async ({
  context,
  workspace,
  page,
  site,
  watch,
}) => {
  const blue = { create: { width: 900, height: 600, channels: 3, background: "blue" } } as const;
  await workspace.open(DRIVE);
  await new DriveScreen(page).choose([
    { name: "boat.png", mimeType: "image/png", buffer: await sharp(blue).png().toBuffer() },
  ]);
  const file = () => site.sql`select id from workspace_files where thumbnail_path is not null`;
  await expect.poll(file).toHaveLength(1);
  const [boat] = await file();
  const content = `<img data-file="${boat?.id}" alt="A boat" width="900" height="600"><p></p>`;
  await addNotes(site, { title: "Trip", content });
  await workspace.open(NOTES);
  const copies = async () =>
    (await keptKeys(page)).filter((key) => key.startsWith("picture ")).length;
  await expect.poll(copies).toBe(1);
  await openNote(page, "Trip");
  await expect.poll(copies).toBe(2);
  await page.keyboard.press("Escape");
  await untilReady(page, { rows: 1, texts: 0 });

  const reconnect = await cutNetwork(context, watch);
  await page.reload();
  const width = (image: Locator) => image.evaluate((img) => (img as HTMLImageElement).naturalWidth);
  const onCard = page.getByRole("article").getByRole("img", { name: "A boat" });
  await expect(onCard).toHaveAttribute("src", /^blob:/);
  await expect.poll(() => width(onCard)).toBe(320);
  await openNote(page, "Trip");
  const inText = noteText(page).getByRole("img", { name: "A boat" });
  await expect(inText).toHaveAttribute("src", /^blob:/);
  await expect.poll(() => width(inText)).toBe(900);
  await page.keyboard.press("Escape");
  await reconnect();

  // A deleted picture is removed from the device.
  await emptyDrive(site);
  await page.reload();
  await expect(page.getByRole("img", { name: "A boat (not available)" })).toBeVisible();
  await expect.poll(copies).toBe(0);
});

test("after a logout no data of the workspace is left in the browser", async ({
  workspace,
  page,
  site,
}) => {
  await site.sql`insert into workspace_notes (user_id, title, content)
    select user_id, 'my secret', ${`<p>${"dormouse ".repeat(1_000)}</p>`} from workspace_users`;
  await workspace.open(NOTES);
  await expect(page.getByRole("article")).toHaveCount(1);
  await untilReady(page, { rows: 1, texts: 1 });
  expect(await kept(page)).toContain("my secret");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/");
  expect(await keptKeys(page)).toEqual([]);
  const left = await kept(page);
  // The public page and the application's own files are not private.
  expect(left).toContain("/assets/main-");
  for (const secret of ["my secret", "dormouse dormouse", workspaceUser.email]) {
    expect(left).not.toContain(secret);
  }
});

test("a session ended by the owner leaves only typed text in the browser, and no data of the workspace", {
  tag: "@long",
}, async ({ context, workspace, page, site }) => {
  const id = await addNote(site, "heron at dusk");
  await workspace.open(`${NOTES}?note=${id}`);
  await untilReady(page, { rows: 1, texts: 0 });
  await context.setOffline(true);
  await noteText(page).click();
  await page.keyboard.type("otter in the reeds");
  await expect(page.getByRole("dialog").getByText("Offline, kept on this device")).toBeVisible();
  await forceLogout(site);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Workspace Login" })).toBeVisible();
  await expect.poll(() => keptKeys(page)).toEqual([]);
  const left = await kept(page);
  expect(left).toContain("otter in the reeds");
  expect(left).not.toContain("heron at dusk");
  await createAccount(site, "workspace", workspaceUser);
});

test("a forced logout clears the screen, the cached data and the device of an idle tab", {
  tag: "@long",
}, async ({ workspace, page, context, site }) => {
  await addNote(site, "heron at dusk");
  await workspace.open(NOTES);
  await untilReady(page, { rows: 1, texts: 0 });
  await expect(page.getByRole("article")).toHaveText(/heron at dusk/);
  await forceLogout(site);
  // The following happens without any interaction.
  const login = page.getByRole("heading", { name: "Workspace Login" });
  await expect(login).toBeVisible();
  expect(await page.content()).not.toContain("heron");
  await expect.poll(() => keptKeys(page)).toEqual([]);
  expect(await kept(page)).not.toContain("heron");
  await context.setOffline(true);
  for (const look of [() => page.reload(), () => page.goto(`/#${NOTES}`)]) {
    await look();
    await expect(login).toBeVisible();
    expect(await page.content()).not.toContain("heron");
  }
  await createAccount(site, "workspace", workspaceUser);
});

test("the service worker neither answers nor caches API calls, and does not slow the public page down", {
  tag: "@long",
}, async ({ workspace, page, site, landing }) => {
  await workspace.open(NOTES);
  await untilReady(page, { rows: 0, texts: 0 });
  const answers: { url: string; byWorker: boolean }[] = [];
  page.on("response", (response) => {
    answers.push({ url: response.url(), byWorker: response.fromServiceWorker() });
  });
  await page.reload();
  for (const tool of ["Task Board", "My Drive", "My Notes"]) {
    await workspace.sidebar.getByRole("link", { name: tool }).click();
    await expect(page.getByRole("heading", { name: tool })).toBeVisible();
  }
  const { publishableKey } = await site.secrets();
  const status = await page.evaluate(
    async (apikey) => (await fetch("/rest/v1/projects?select=id", { headers: { apikey } })).status,
    publishableKey,
  );
  expect(status).toBe(200);
  const api = answers.filter(({ url }) => /\/(?:rest|auth|storage|functions)\/v1\//.test(url));
  expect(api.length).toBeGreaterThan(5);
  expect(api.filter(({ byWorker }) => byWorker)).toEqual([]);
  expect(answers.some(({ url, byWorker }) => byWorker && url.includes("/assets/"))).toBe(true);
  const urls = await cachedUrls(page);
  expect(urls).toContain("/");
  expect(urls.filter((url) => url !== "/" && !url.startsWith("/assets/"))).toEqual([]);

  // When online, the public page is always current.
  await site.sql`update personal_info set value = 'A Newer Name' where key = 'displayName'`;
  await expect(async () => {
    await page.goto("/");
    await expect(landing.header).toContainText("A Newer Name");
  }).toPass();
});

test("only the workspace has a worker, and another build replaces it once", async ({
  workspace,
  page,
}) => {
  await page.goto("/");
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await workers()).toBe(0);
  await workspace.open("/workspace");
  await page.reload();
  await expect.poll(workers).toBe(1);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.evaluate(async () => {
    const older = await caches.open("foyer-build-older");
    await older.put("/assets/older.js", new Response("older"));
  });
  const documents: string[] = [];
  page.on("framenavigated", (frame) => documents.push(frame.url()));
  await page.reload();
  const builds = () =>
    page.evaluate(async () => (await caches.keys()).filter((key) => key.startsWith("foyer-build")));
  await expect.poll(builds).toHaveLength(1);
  await expect(workspace.sidebar).toBeVisible();
  expect(documents).toHaveLength(1);
  expect(await cachedUrls(page)).not.toContain("/assets/older.js");
  // Requests for data do not start a worker.
  const sourcesOf = (path: string) =>
    page.evaluate((part) => {
      const entries = performance.getEntriesByType("resource").map((entry) => entry.toJSON());
      const found = entries.filter(({ name }) => name.includes(part));
      return [...new Set(found.map(({ workerMatchedSourceType }) => workerMatchedSourceType))];
    }, path);
  await expect.poll(() => sourcesOf("/rest/v1/")).toEqual(["network"]);
  expect(await sourcesOf("/assets/")).toEqual([""]);
});

test("the board is read, added to, ticked, moved and archived offline and after a reload, and stored once online", async ({
  context,
  workspace,
  page,
  site,
  watch,
}) => {
  const board = new TaskBoard(page);
  await seedTasks(site, (await workspace.account()).id, [
    { title: "Apple", description: "A red one." },
    { title: "Bread" },
    { title: "Cherry" },
    { title: "Yoyo", status: "done" },
  ]);
  await site.sql`update workspace_tasks set recurrence = 'FREQ=DAILY', due_date = '2026-01-01'
    where title = 'Cherry'`;
  const before = await storedBoard(site);
  await workspace.open("/workspace/tasks");
  await expect(board.titles("To Do")).toHaveCount(3);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => keptKeys(page)).toContain("tasks");

  const reconnect = await cutNetwork(context, watch);
  await page.getByLabel("New task in To Do").fill("Dill");
  await page.getByLabel("New task in To Do").press("Enter");
  await expect(page.getByText("Offline, kept on this device")).toBeVisible();
  await page.getByRole("button", { name: "Archive done" }).click();
  await expect(board.titles("Done")).toHaveCount(0);
  const moveTo = async (title: string, place: string) => {
    await page.getByRole("button", { name: `More: ${title}` }).click();
    await page.getByRole("menuitem", { name: place, exact: true }).click();
  };
  await moveTo("Dill", "Top");
  await expect(board.titles("To Do")).toHaveText(["Dill", "Apple", "Bread", "Cherry"]);

  await page.reload();
  await expect(board.titles("To Do")).toHaveText(["Dill", "Apple", "Bread", "Cherry"]);
  await expect(board.titles("Done")).toHaveCount(0);
  await moveTo("Cherry", "Done");
  await moveTo("Apple", "In Progress");
  await board.handle("Apple").click();
  await expect(board.field("Description")).toHaveValue("A red one.");
  await board.button("Cancel").click();
  await expect(page.getByText("Offline, kept on this device")).toBeVisible();
  expect(await storedBoard(site)).toEqual(before);
  // Another device deletes one of the tasks.
  await site.sql`delete from workspace_tasks where title = 'Apple'`;

  watch.expectStatus(409);
  await reconnect();
  await expect(page.getByText("Offline, kept on this device")).toBeHidden();
  // The next task of the series is added once.
  const next = ["todo 0 Dill", "todo 1 Bread", "todo 2 Cherry", "done 0 Cherry"];
  await expect.poll(() => storedBoard(site)).toEqual(next);
  await expect(board.titles("To Do")).toHaveText(["Dill", "Bread", "Cherry"]);
  expect(await site.sql`select title from archived_tasks`).toMatchObject([{ title: "Yoyo" }]);
  const refusal = page.getByRole("alert");
  await expect(refusal).toContainText("This task is no longer on the board.");
  await refusal.getByRole("button", { name: "Discard" }).click();
  await expect(refusal).toHaveCount(0);
});

test("a session whose token expired offline continues once online", { tag: "@long" }, async ({
  context,
  workspace,
  page,
  site,
}) => {
  const id = await addNote(site, "hours later");
  await workspace.open(NOTES);
  await untilReady(page, { rows: 1, texts: 0 });
  await context.setOffline(true);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("foyer-workspace") ?? "");
    session.expires_at = Math.floor(Date.now() / 1000) - 3600;
    localStorage.setItem("foyer-workspace", JSON.stringify(session));
  });
  await page.reload();
  await page.getByRole("button", { name: "hours later" }).click();
  await noteText(page).click();
  await page.keyboard.type("still mine");
  await expect(page.getByRole("dialog").getByText("Offline, kept on this device")).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => (await site.sql`select content from workspace_notes where id = ${id}`)[0], {
      timeout: 100_000,
    })
    .toEqual({ content: "<p>still mine</p>" });
  await expect(page.getByRole("dialog").getByText("Saved")).toBeVisible();
});

test("the palette searches the data that the device stores, and names the searched tools", {
  tag: "@long",
}, async ({ context, workspace, page, site, watch }) => {
  await addNote(site, "the diary");
  await site.sql`insert into workspace_notes (user_id, title, content, is_archived)
    select user_id, 'Old', ${`<p>${"word ".repeat(1_000)}and its Nädle</p>`}, true from workspace_users`;
  await workspace.open(NOTES);
  await untilReady(page, { rows: 2, texts: 1 });
  const reconnect = await cutNetwork(context, watch);
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("diary");
  const hint = palette.getByText("Only what this device stores is searched:");
  await expect(hint).toContainText(/: notes\.$/);
  await expect(palette.getByRole("group", { name: "Notes" })).toContainText("the diary");
  await palette.getByRole("combobox").fill("nadle");
  await expect(palette.getByRole("option")).toHaveText(/^Old.*Archive$/);
  await reconnect();
  await palette.getByRole("combobox").fill("its nadle");
  await expect(palette.getByText("and its Nädle")).toBeVisible();
  await expect(hint).toBeHidden();
  await page.keyboard.press("Escape");

  await site.sql`insert into workspace_tasks (user_id, title, description, tags)
    select user_id, 'Paint the boat', 'before the Café opens', '{sea}' from workspace_users`;
  await seedTree(site, ["Maps/", "Maps/harbor.txt", "Maps/cafe.txt"]);
  await page.goto("/#/workspace/tasks");
  await expect(
    page.getByRole("button", { name: "Paint the boat", exact: false }).first(),
  ).toBeVisible();
  await page.goto("/#/workspace/files");
  await page.getByRole("gridcell", { name: /^Maps/ }).dblclick();
  await expect(page.getByRole("gridcell", { name: /^harbor/ })).toBeVisible();
  await expect
    .poll(async () => (await keptKeys(page)).filter((key) => /^(tasks|folder )/.test(key)).length)
    .toBe(3);
  await cutNetwork(context, watch);
  await page.keyboard.press("ControlOrMeta+k");
  await palette.getByRole("combobox").fill("cafe");
  await expect(hint).toContainText(/: notes, tasks, opened folders\.$/);
  await expect(palette.getByRole("group", { name: "Tasks" })).toContainText(
    "before the Café opens",
  );
  await expect(palette.getByRole("option", { name: /cafe.txt.*Maps/ })).toBeVisible();
  await palette.getByRole("combobox").fill("sea boat");
  await expect(palette.getByRole("option")).toHaveText([/^Paint the boat/]);
});

/**
 * Waits until the application, this many notes and this many long texts are stored on the device.
 */
async function untilReady(page: Page, { rows, texts }: { rows: number; texts: number }) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const count = (keys: string[], kind: string) => keys.filter((key) => key.startsWith(kind)).length;
  await expect
    .poll(async () => {
      const keys = await keptKeys(page);
      return { rows: count(keys, "row "), texts: count(keys, "text "), visited: count(keys, "vi") };
    })
    .toEqual({ rows, texts, visited: 1 });
}
