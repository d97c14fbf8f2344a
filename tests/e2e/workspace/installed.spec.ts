import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { startPushService } from "../../support/fakes/push-service.ts";
import { seedTasks, TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace-offline", serviceWorkers: "allow" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from workspace_tasks`;
  await site.sql`delete from push_subscriptions`;
});

const workerReady = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Announces a build, like the worker of another build when it becomes active. */
const announceBuild = (page: Page, entry: string) =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async (other) => {
      const scope = globalThis as unknown as {
        clients: { matchAll(): Promise<{ postMessage(message: object): void }[]> };
      };
      for (const tab of await scope.clients.matchAll()) tab.postMessage({ entry: other });
    }, entry);

test("the workspace alone has a manifest, with icons from the owner's favicon", async ({
  page,
  workspace,
  site,
  request,
}) => {
  const link = page.locator("link[rel=manifest]");
  await workspace.keepSession();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.goto("/#/workspace");
  await expect(link).toHaveAttribute("href", "/workspace.webmanifest");
  const answer = await request.get("/workspace.webmanifest");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ start_url: "./#/workspace", display: "standalone" });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "./#/workspace/notes?add",
    "./#/workspace/tasks",
    "./#/workspace/files",
  ]);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, `/${src}`);
    expect([src, size]).toEqual([src, sizes]);
  }
  const red =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="red" d="M0 0h1v1H0z"/></svg>';
  await site.sql`insert into personal_info (key, value) values ('faviconSvg', ${red})
    on conflict (key) do update set value = excluded.value`;
  const middle = () =>
    page.evaluate(async () => {
      const answered = await fetch("/icon-512.png", { cache: "no-store" });
      const context = new OffscreenCanvas(512, 512).getContext("2d");
      context?.drawImage(await createImageBitmap(await answered.blob()), 0, 0);
      return [...(context?.getImageData(256, 256, 1, 1).data ?? [])];
    });
  await expect.poll(middle).toEqual([255, 0, 0, 255]);
  // Chromium's own check, without conditions that depend on how it was started.
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("Account installs the workspace while the browser offers it", async ({ page, workspace }) => {
  await workspace.open("/workspace/account");
  const app = page.getByRole("region", { name: "App" });
  await expect(app.getByText("in the browser's menu")).toBeVisible();
  await expect(page.locator("link[rel=manifest]")).toHaveCount(1);
  await page.evaluate(() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    const prompt = async () => {
      document.title = `asked, ${offer.defaultPrevented}`;
      return { outcome: "accepted" };
    };
    dispatchEvent(Object.assign(offer, { prompt }));
  });
  await app.getByRole("button", { name: "Install" }).press("Enter");
  await expect(page).toHaveTitle("asked, true");
  await expect(app.getByRole("button", { name: "Install" })).toHaveCount(0);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
});

test("a new version is offered, reloads only when asked, and loses no typed word", async ({
  page,
  workspace,
  site,
  watch,
}) => {
  await workspace.open("/workspace/notes");
  await workerReady(page);
  await expect(page.locator("link[rel=manifest]")).toHaveCount(1);
  const reload = page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("button", { name: "Reload" });
  const offer = page.getByText("A new version of Foyer is available.");
  const own = await page.evaluate(
    () =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)
        .find((path) => path.startsWith("/assets/main-")) ?? "",
  );
  await page.getByPlaceholder("Take a note...").fill("a thought before the update");
  await announceBuild(page, own);
  await announceBuild(page, "/assets/main-other.js");
  await announceBuild(page, "/assets/main-other.js");
  await expect(offer).toHaveCount(1);
  await page.keyboard.type(", and during it");
  await expect(page.getByRole("textbox", { name: "Take a note..." })).toContainText("during it");
  const reloaded = page.waitForEvent("load");
  await reload.click();
  await reloaded;
  await expect(page.getByRole("article")).toContainText(
    "a thought before the update, and during it",
  );
  await expect.poll(() => site.sql`select content from workspace_notes`).toHaveLength(1);

  await workspace.open("/workspace/tasks?add");
  const board = new TaskBoard(page);
  await board.field("Title").fill("typed and not saved");
  await expect(page.locator("link[rel=manifest]")).toHaveCount(1);
  await announceBuild(page, "/assets/main-other.js");
  watch.acceptDialog(/.*/);
  const again = page.waitForEvent("load");
  await reload.dispatchEvent("click");
  await again;
  await expect(board.field("Title")).toHaveValue("typed and not saved");
});

test("content that another app shares is kept, also offline, until it is saved or discarded", async ({
  page,
  context,
  workspace,
  site,
  watch,
}) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  await workspace.open("/workspace/notes");
  await workerReady(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "My Notes" })).toBeVisible();

  await share(page, { title: "Wanderung", text: "Look <b>there</b>", url: "https://ada.example/" });
  const dialog = page.getByRole("dialog", { name: "Shared with you" });
  await expect(dialog.getByLabel("Title")).toHaveValue("Wanderung");
  await expect(dialog.getByLabel("Note")).toHaveValue("Look <b>there</b>\nhttps://ada.example/");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(await site.sql`select from workspace_notes`).toHaveLength(0);
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByRole("article")).toContainText("Look <b>there</b>");
  await expect
    .poll(() => site.sql`select title from workspace_notes`)
    .toEqual([{ title: "Wanderung" }]);

  await share(page, { text: "not wanted" });
  await dialog.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(dialog).toHaveCount(0);

  await context.setOffline(true);
  await share(page, { text: "in the tunnel" }, "ticket.txt");
  await expect(dialog.getByLabel("Note")).toHaveValue("in the tunnel");
  await expect(dialog.getByRole("list", { name: "Files for My Drive" })).toContainText(
    "ticket.txt",
  );
  await page.reload();
  await expect(dialog.getByLabel("Note")).toHaveValue("in the tunnel");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  // The list is also shown if the device stored its copy before the connection was lost.
  await expect(page.getByText("Offline, kept on this device")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("article").filter({ hasText: "in the tunnel" })).toBeVisible();
  await expect.poll(() => site.sql`select from workspace_notes`).toHaveLength(2);
  await expect
    .poll(() => site.sql`select name, size::int from workspace_files where name = 'ticket.txt'`)
    .toEqual([{ name: "ticket.txt", size: 5 }]);
  const waiting = () =>
    page.evaluate(async () => (await (await caches.open("foyer-shared")).keys()).length);
  await expect.poll(waiting).toBe(0);

  // Each share has its own box, the latest first.
  await share(page, { text: "left unseen" });
  await share(page, { text: "seen" });
  await expect(dialog.getByLabel("Note")).toHaveValue("seen");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog.getByLabel("Note")).toHaveValue("left unseen");
  await dialog.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => site.sql`select from workspace_notes`).toHaveLength(3);

  watch.tolerate(/^third party: http:\/\/evil\.example/);
  await page.route("http://evil.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>evil</p>" }),
  );
  await page.goto("http://evil.example/");
  await share(page, { text: "from elsewhere" }, "large.bin", site.origin);
  const refused = page.getByRole("dialog", { name: "Nothing was kept" });
  await expect(refused).toContainText("Share it again");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(await waiting()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(refused).toHaveCount(0);

  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/");
  await share(page, { text: "signed out" });
  await workspace.signInByForm();
  await expect(refused).toContainText("You were signed out");
  expect(await waiting()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(refused).toHaveCount(0);

  // The browser learns only afterwards that the session has ended.
  watch.tolerate(/^(answer: |console error.*status of )40[0-3]/);
  await site.sql`delete from auth.sessions`;
  await share(page, { text: "signed out without knowing" });
  await workspace.signInByForm();
  await expect(refused).toContainText("You were signed out");
});

test("content shared before the service worker is registered must be shared again", {
  tag: "@long",
}, async ({ page, workspace }) => {
  await workspace.keepSession();
  await page.goto("/");
  await share(page, { text: "too early" });
  await expect(page.getByRole("dialog", { name: "Nothing was kept" })).toBeVisible();
});

test("reminders are set in the task's form, turned on in Account, shown, and off after a logout", async ({
  page,
  context,
  workspace,
  site,
}) => {
  const push = await startPushService();
  const { subscription } = push.addBrowser();
  await context.grantPermissions(["notifications"]);
  // The push service of the browser's vendor cannot be reached from here.
  await page.addInitScript((given) => {
    const fake = {
      ...given,
      toJSON: () => ({
        endpoint: given.endpoint,
        keys: { p256dh: given.p256dh, auth: given.auth },
      }),
      unsubscribe: async () => {
        localStorage.removeItem("fake subscription");
        return true;
      },
    };
    const current = () => (localStorage.getItem("fake subscription") ? fake : null);
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current(),
      subscribe: async () => {
        localStorage.setItem("fake subscription", "yes");
        return fake;
      },
    });
  }, subscription);
  await workspace.open("/workspace/account");
  await workerReady(page);
  const reminders = page.getByRole("region", { name: "Reminders" });
  await reminders.getByRole("button", { name: "Turn On" }).press("Enter");
  await expect(reminders.getByText("On in this browser.")).toBeVisible();
  expect(await site.sql`select endpoint from push_subscriptions`).toEqual([
    { endpoint: subscription.endpoint },
  ]);

  await workspace.open("/workspace/tasks?add");
  const board = new TaskBoard(page);
  await board.field("Title").fill("Pay the rent");
  await page.getByRole("button", { name: /^Tomorrow, 8:00/ }).press("Enter");
  await expect(board.field("Remind Me")).toHaveValue(/T08:00$/);
  await board.field("Remind Me").fill("2999-01-31T09:30");
  await board.button("Add Task").press("Enter");
  await expect(board.card("Pay the rent").getByTitle(/^Reminder Jan 31, 2999, 9:30/)).toBeVisible();
  const [task] = await site.sql`select id, remind_at from workspace_tasks`;
  const local = await page.evaluate(() => new Date("2999-01-31T09:30").getTime());
  expect(Date.parse(task?.remind_at)).toBe(local);

  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const shown = async () => {
    // Sent again like by a push service, because a worker that is being replaced may miss it.
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: site.origin,
      registrationId,
      data: JSON.stringify({ task: task?.id, title: "Pay the rent" }),
    });
    return page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag }) => ({ title, tag }));
    });
  };
  await expect.poll(shown).toEqual([{ title: "Pay the rent", tag: task?.id }]);

  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("/");
  expect(await site.sql`select from push_subscriptions`).toHaveLength(0);
  await push.stop();
});

test("the installed app counts overdue tasks on its icon", { tag: "@long" }, async ({
  page,
  workspace,
  site,
}) => {
  const userId = (await workspace.account()).id;
  await seedTasks(site, userId, [
    { title: "Overdue", due_date: "2020-01-01T00:00:00Z" },
    { title: "Done", status: "done", due_date: "2020-01-01T00:00:00Z" },
    { title: "Later", due_date: "2999-01-01T00:00:00Z" },
  ]);
  await page.addInitScript(() => {
    const query = window.matchMedia.bind(window);
    window.matchMedia = (text) =>
      text.includes("standalone") ? ({ matches: true } as MediaQueryList) : query(text);
    const setAppBadge = async (count: number) => {
      document.documentElement.dataset.badge = String(count);
    };
    Object.assign(Navigator.prototype, { setAppBadge, clearAppBadge: async () => {} });
  });
  await workspace.open("/workspace/tasks");
  const badge = page.locator("html");
  await expect(badge).toHaveAttribute("data-badge", "1");
  await page.getByRole("button", { name: "More: Overdue" }).press("Enter");
  await page.getByRole("menuitem", { name: "Done" }).press("Enter");
  await expect(badge).toHaveAttribute("data-badge", "0");
});

/** Posts content like the system when another app shares it. */
async function share(
  page: Page,
  fields: Record<string, string>,
  file = "",
  origin = "",
): Promise<void> {
  await page.evaluate(
    ([given, name, to]) => {
      const form = document.createElement("form");
      Object.assign(form, {
        method: "post",
        enctype: "multipart/form-data",
        action: `${to}/share-target`,
      });
      for (const [key, value] of Object.entries(given)) {
        form.append(Object.assign(document.createElement("input"), { name: key, value }));
      }
      if (name) {
        const transfer = new DataTransfer();
        transfer.items.add(new File(["bytes"], name, { type: "text/plain" }));
        const input = Object.assign(document.createElement("input"), {
          type: "file",
          name: "files",
        });
        input.files = transfer.files;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    [fields, file, origin] as const,
  );
  await page.waitForURL(/#\/workspace\/notes\?shared/);
}
