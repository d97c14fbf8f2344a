import { expect, type Locator } from "@playwright/test";
import type { Tab } from "../device.ts";
import type { Decision } from "../history.ts";
import type { ShownTask } from "../page-state.ts";
import { type Action, tokensIn } from "../schedule.ts";
import { goTo, look, pickFrom, type Scene, Skipped } from "./notes-actions.ts";

/** The columns of the board, by name. */
export const COLUMNS = ["To Do", "In Progress", "Done"] as const;

async function addTask(scene: Scene): Promise<void> {
  const { page, step, token } = scene;
  await goTo(scene, "tasks");
  const line = page.getByLabel(`New task in ${pickFrom(COLUMNS, step.pick, "column")}`);
  await line.click();
  // Text left by an earlier step is submitted as well.
  if ((await line.inputValue()) === "") await page.keyboard.insertText(`task ${token}`);
  await submitLine(scene.tab, line);
}

/** Submits a line's text and texts that could not be added before, and waits for the responses. */
export async function submitLine(tab: Tab, line: Locator): Promise<void> {
  const footer = line.locator("../..");
  const retry = footer.getByRole("button", { name: "Try again" });
  const waiting = () => footer.locator("p[aria-busy]").allInnerTexts();
  const entered = tokensIn(await line.inputValue());
  // A crash may have left a text in the line that was added. One that waits is not added twice.
  const again = entered.filter((token) => isTyped(tab, token));
  if (again.length > 0) tab.decide({ what: "add", about: again, adds: again });
  const added = [...tokensIn((await waiting()).join(" ")), ...entered];
  for (const token of added) if (!tab.pending.has(token)) tab.typed(token);
  if ((await retry.count()) > 0) await retry.click();
  await line.press("Enter");
  await settles(async () => expect(await footer.locator("p[aria-busy=true]").count()).toBe(0));
  const left = tokensIn((await waiting()).join(" "));
  // Without a network, the look records that they are kept on the device.
  if ((await tab.look())?.state !== null) return;
  for (const token of added) if (!left.includes(token)) tab.saved(token);
}

const isTyped = ({ device }: Tab, token: string) =>
  device.events.some((event) => event.kind === "typed" && event.token === token);

export async function openTask(
  scene: Scene,
  fits: (task: ShownTask) => boolean = () => true,
): Promise<{ id: string; title: string }> {
  const { page, step } = scene;
  const { tasks } = await goTo(scene, "tasks");
  const task = pickFrom(tasks.filter(fits), step.pick, "task");
  await page.locator(`li[data-drag-item="${task.id}"]`).getByRole("button").first().press("Enter");
  await page.getByRole("dialog").getByLabel("Title").waitFor();
  return task;
}

async function editTask(scene: Scene): Promise<void> {
  const { tab, page, token } = scene;
  await openTask(scene);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").press("End");
  await page.keyboard.insertText(` ${token}`);
  tab.typed(token);
  await dialog.getByRole("button", { name: "Update Task" }).click();
  await finishForm(scene);
}

/** Waits for the form's save, resolves conflicts, and closes the form. */
export async function finishForm({ tab, page, step, token }: Scene): Promise<void> {
  const dialog = page.getByRole("dialog");
  const keep = dialog.getByRole("button", { name: /^(Keep mine|Save as new)$/ });
  const isOpen = async () => (await dialog.count()) > 0;
  await settles(async () => {
    const asks = (await keep.count()) > 0;
    const failed = (await dialog.getByRole("alert").count()) > 0;
    expect(asks || failed || !(await isOpen())).toBe(true);
  });
  const keepsMine = step.choice % 2 === 0;
  if ((await isOpen()) && (await keep.count()) > 0) {
    const own = tokensIn(await dialog.getByLabel("Title").inputValue());
    const all = tokensIn((await dialog.textContent()) ?? "");
    if (keepsMine) {
      const removes = all.filter((one) => !own.includes(one));
      tab.decide({ what: "add", about: own, adds: own, removes });
      await keep.click();
    } else {
      tab.decide({ what: "theirs", removes: own });
      await page.keyboard.press("Escape");
    }
    await settles(async () => expect(await isOpen()).toBe(false));
    if (!keepsMine) tab.pending.delete(token);
  }
  if (!(await isOpen())) {
    if (tab.pending.has(token)) tab.saved(token);
    return;
  }
  // Saving failed: the text is discarded here, although it may have been stored.
  tab.pending.delete(token);
  tab.decide({ what: "discard", removes: [token] });
  await page.keyboard.press("Escape");
}

async function moveTask(scene: Scene): Promise<void> {
  const { page, step } = scene;
  const { tasks } = await goTo(scene, "tasks");
  const task = pickFrom(tasks, step.pick, "task");
  await page
    .locator(`li[data-drag-item="${task.id}"]`)
    .getByRole("button", { name: /^More: / })
    .press("Enter");
  const items = page.getByRole("group", { name: "Move to" }).getByRole("menuitem");
  await items.first().waitFor();
  const enabled = await items.evaluateAll((all) =>
    all.flatMap((one, index) =>
      one.getAttribute("aria-disabled") === "true" || (one as HTMLButtonElement).disabled
        ? []
        : [index],
    ),
  );
  await items.nth(pickFrom(enabled, step.choice, "move")).click();
}

async function deleteTask(scene: Scene): Promise<void> {
  const { tab, page } = scene;
  const { id, title } = await openTask(scene);
  const about = tokensIn(title);
  tab.decide({ what: "delete", id, about, removes: about });
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const decision: Decision = { what: "restore", id, about, adds: about };
  tab.offers.push({ text: /^Deleted “/, decision });
}

async function archiveDone(scene: Scene): Promise<void> {
  const { tab, page } = scene;
  await goTo(scene, "tasks");
  const button = page.getByRole("button", { name: "Archive done" });
  if ((await button.count()) === 0) throw new Skipped("nothing is done");
  const at = Date.now();
  // Read in one step, because the column may change at any time.
  const column = await button.evaluate((element) => {
    const text = element.closest("section")?.textContent ?? "";
    (element as HTMLElement).click();
    return text;
  });
  const about = tokensIn(column);
  tab.decide({ what: "archive", about }, at);
  tab.offers.push({ text: /archived\./, decision: { what: "unarchive", about } });
}

async function restoreArchived(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  await goTo(scene, "tasks");
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Archive" });
  await dialog
    .getByText(/archived$|moves the cards of Done here/)
    .first()
    .waitFor();
  const rows = dialog.getByRole("list", { name: "Archived tasks" }).getByRole("listitem");
  const texts = await rows.allTextContents();
  const index = step.pick % Math.max(texts.length, 1);
  const about = tokensIn(pickFrom(texts, step.pick, "archived task"));
  tab.decide({ what: "unarchive", about });
  await rows
    .nth(index)
    .getByRole("button", { name: /^Restore / })
    .click();
  await look(tab);
}

/** Waits briefly for a condition, which the caller checks again. */
export async function settles(condition: () => Promise<void>): Promise<void> {
  await expect(condition)
    .toPass({ timeout: 1_500, intervals: [10, 20, 50] })
    .catch(() => {});
}

export const taskActions: Partial<Record<Action, (scene: Scene) => Promise<void>>> = {
  "add task": addTask,
  "edit task": editTask,
  "move task": moveTask,
  "delete task": deleteTask,
  "archive done": archiveDone,
  "restore archived": restoreArchived,
};
