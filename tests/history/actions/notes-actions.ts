import { expect, type Locator, type Page } from "@playwright/test";
import type { Tab } from "../device.ts";
import type { Card, PageState } from "../page-state.ts";
import { type Action, type Step, tokenOf, tokensIn } from "../schedule.ts";

/** A step that cannot be done in the current state, such as opening a note when there is none. */
export class Skipped extends Error {}

/** Dependencies of a step: a running tab, and the step's token. */
export interface Scene {
  tab: Tab;
  page: Page;
  step: Step;
  token: string;
}

export const sceneOf = (tab: Tab, page: Page, step: Step, seed: number): Scene => ({
  tab,
  page,
  step,
  token: tokenOf(seed, step.number),
});

/**
 * The n-th entry of a list, modulo its length.
 * @throws {Skipped} when the list is empty.
 */
export function pickFrom<T>(list: readonly T[], pick: number, what: string): T {
  if (list.length === 0) throw new Skipped(`no ${what}`);
  return list[pick % list.length] as T;
}

/**
 * Closes whatever is open, so that the tab can be used.
 * @returns the state before.
 */
export async function leave({ tab, page }: Scene): Promise<PageState> {
  if (!page.url().startsWith("http")) await tab.reload();
  const before = await look(tab);
  if (before.screen === "login") await tab.device.signInAgain(page);
  if (before.isBroken) await tab.reload();
  if (before.editor || before.dialog) {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0, { timeout: 1_000 });
  }
  return before;
}

/**
 * Maximum milliseconds until a screen is shown: short during a step, when a fault may be active;
 * long at the end.
 */
export const patienceOf = ({ step }: Scene): number => (step.number === 0 ? 15_000 : 2_000);

/** Goes to a screen of the workspace, after closing whatever is open. */
export async function goTo(scene: Scene, path: string): Promise<PageState> {
  const { tab, page } = scene;
  const before = await leave(scene);
  await page.evaluate((hash) => {
    if (location.hash !== hash) location.hash = hash;
  }, `#/workspace/${path}`);
  let state = before;
  const again = page.getByRole("button", { name: "Try again" }).first();
  await expect(async () => {
    state = await look(tab);
    if (!state.isLoaded && (await again.isVisible())) await again.click();
    expect(state.isLoaded && state.screen === SCREENS[path]).toBe(true);
  })
    .toPass({ timeout: patienceOf(scene), intervals: [10, 20, 50] })
    .catch(async () => {
      const text = await page.locator("body").innerText({ timeout: 500 });
      throw new Skipped(`${path} is not shown, but ${text.replace(/\s+/g, " ").slice(0, 300)}`);
    });
  return state;
}

const SCREENS: Record<string, PageState["screen"]> = {
  notes: "notes",
  "notes?archive": "archive",
  "notes?trash": "trash",
  tasks: "board",
};

/** @throws {Skipped} when the tab has died in the meantime. */
export async function look(tab: Tab): Promise<PageState> {
  const state = await tab.look();
  if (!state) throw new Skipped("the tab is dead");
  return state;
}

export const noteField = (page: Page) => page.getByRole("textbox", { name: "Note text" });

const cardOf = (page: Page, id: string): Locator => page.locator(`article[data-note="${id}"]`);

/** Opens a note from its card, unless one is open already and `keep` says to stay in it. */
export async function openNote(
  scene: Scene,
  keep: boolean,
  fits: (card: Card) => boolean = () => true,
): Promise<{ id: string; card: Card | null }> {
  const { tab, page, step } = scene;
  const now = await look(tab);
  const open = /note=([0-9a-f-]+)/.exec(page.url())?.[1];
  if (keep && now.editor && open) {
    return { id: open, card: now.cards.find(({ id }) => id === open) ?? null };
  }
  const { cards } = await goTo(scene, "notes");
  const card = pickFrom(cards.filter(fits), step.pick, "note");
  // Opened by keyboard, because the other cards may move in the meantime.
  await cardOf(page, card.id).getByRole("button").first().press("Enter");
  await noteField(page).waitFor();
  return { id: card.id, card };
}

/** The tokens of the open editor, once its pictures have their tokens. */
async function editorTokens(tab: Tab): Promise<string[]> {
  let { editor } = await look(tab);
  await expect(async () => {
    ({ editor } = await look(tab));
    expect(editor?.isLoading).not.toBe(true);
  }).toPass({ timeout: 2_000, intervals: [10, 20, 50] });
  if (!editor) throw new Skipped("the editor has closed");
  return tokensIn(`${editor.title} ${editor.text} ${editor.pictures}`);
}

/** Records a token once it is in the editor. */
export async function confirmTyped({ tab, token }: Scene): Promise<void> {
  const tokens = await editorTokens(tab);
  if (!tokens.includes(token)) throw new Skipped("the editor has not taken the text");
  tab.typed(token);
}

/** Leaves the editor open every third time. */
export async function mayClose({ page, step }: Scene): Promise<void> {
  if (step.choice % 3 !== 0) await page.keyboard.press("Escape");
}

async function addNote(scene: Scene): Promise<void> {
  const { tab, page, step, token } = scene;
  await goTo(scene, "notes");
  const box = page.getByRole("region", { name: "New note" });
  await box.getByRole("textbox", { name: "Take a note..." }).first().click();
  await page.keyboard.insertText(`note ${token}`);
  await expect(box).toContainText(token);
  tab.typed(token);
  if (step.choice % 4 === 0) return;
  await page.keyboard.press(step.choice % 4 === 1 ? "Control+Enter" : "Escape");
}

async function typeInNote(scene: Scene): Promise<void> {
  const { page, step, token } = scene;
  await openNote(scene, step.choice % 2 === 0);
  const where = step.pick % 5;
  if (where === 0) {
    const title = page.getByRole("dialog").getByRole("textbox", { name: "Title" });
    await title.press("End");
    await page.keyboard.insertText(` ${token}`);
  } else {
    await noteField(page).press(where === 1 ? "Control+Home" : "Control+End");
    await page.keyboard.insertText(where === 1 ? `${token} ` : ` ${token}`);
  }
  await confirmTyped(scene);
  await mayClose(scene);
}

export async function replaceText(scene: Scene, fits?: (card: Card) => boolean): Promise<void> {
  const { tab, page, token } = scene;
  await openNote(scene, !fits, fits);
  await noteField(page).press("Control+a");
  const selected = await noteField(page).evaluate((field) => {
    const pictures = [...field.querySelectorAll(".picture")];
    if (pictures.some((one) => !one.hasChildNodes())) return null;
    const alts = pictures.map((one) => one.querySelector("img")?.alt ?? one.textContent);
    return `${getSelection()} ${alts.join(" ")}`;
  });
  if (selected === null) throw new Skipped("a picture is not shown yet");
  tab.decide({ what: "replace", removes: tokensIn(selected) });
  await page.keyboard.insertText(token);
  await confirmTyped(scene);
  await mayClose(scene);
}

async function undoTyping(scene: Scene): Promise<void> {
  const { tab, page } = scene;
  const before = await look(tab);
  if (!before.editor) throw new Skipped("no editor is open");
  const was = await editorTokens(tab);
  // The user decided to undo, no matter what is undone.
  tab.decide({ what: "undo", removes: was });
  await noteField(page).press("Control+z");
  // A restored picture may take long to appear.
  const all = tab.device.events.flatMap((event) => (event.kind === "picture" ? event.token : []));
  const now = await editorTokens(tab).catch(() => [...was, ...all]);
  for (const token of was) if (!now.includes(token)) tab.pending.delete(token);
  tab.decide({ what: "undo", adds: now.filter((token) => !was.includes(token)) });
}

async function tickItem(scene: Scene): Promise<void> {
  const { page, step } = scene;
  const { cards } = await goTo(scene, "notes");
  const card = pickFrom(
    cards.filter(({ checked }) => checked !== ""),
    step.pick,
    "checklist",
  );
  const boxes = cardOf(page, card.id).getByRole("checkbox");
  await boxes.nth(step.choice % card.checked.length).press("Space");
}

async function colorNote(scene: Scene): Promise<void> {
  const { page, step } = scene;
  await openNote(scene, true);
  await page.getByRole("button", { name: "Change color" }).click();
  const colors = page.getByRole("dialog").getByRole("group", { name: "Color" }).getByRole("button");
  await colors.nth(step.choice % 9).click();
  await mayClose(scene);
}

async function pinNote(scene: Scene): Promise<void> {
  const { page, step } = scene;
  const { cards } = await goTo(scene, "notes");
  const card = pickFrom(cards, step.pick, "note");
  await cardOf(page, card.id)
    .getByRole("button", { name: /^(Unp|P)in note$/ })
    .press("Enter");
}

async function archiveNote(scene: Scene): Promise<void> {
  const { page, step } = scene;
  const { cards } = await goTo(scene, "notes");
  const card = pickFrom(cards, step.pick, "note");
  await cardOf(page, card.id).getByRole("button").first().press("e");
}

async function unarchiveNote(scene: Scene): Promise<void> {
  const { page, step } = scene;
  const { cards } = await goTo(scene, "notes?archive");
  const card = pickFrom(cards, step.pick, "archived note");
  await cardOf(page, card.id).getByRole("button").first().press("e");
}

export async function deleteNote(
  scene: Scene,
  fits: (card: Card) => boolean = () => true,
): Promise<void> {
  const { tab, page, step } = scene;
  const { cards } = await goTo(scene, "notes");
  const { id, ...card } = pickFrom(cards.filter(fits), step.pick, "note");
  const about = tokensIn(`${card.title} ${card.text} ${card.pictures}`);
  // A note in conflict moves to the trash with both of its texts.
  tab.decide({ what: "delete", id, about, adds: about });
  await cardOf(page, id).getByRole("button").first().press("Delete");
  tab.offers.push({ text: /^Note moved/, decision: { what: "restore", id, about } });
}

/** Resolves the open question about a note, by one of the offered choices. */
export async function resolveConflict(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  let state = await look(tab);
  if (!state.editor?.choices.length) {
    if (!state.state?.endsWith("in the meantime")) throw new Skipped("no conflict");
    await page.getByRole("button", { name: "Review conflict" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    state = await look(tab);
  }
  const { editor } = state;
  if (!editor) throw new Skipped("the conflict has been resolved meanwhile");
  if (editor.isLoading) throw new Skipped("a picture is not shown yet");
  const choice = pickFrom(editor.choices, step.choice, "choice");
  const mine = tokensIn(`${editor.title} ${editor.text} ${editor.pictures}`);
  const theirs = tokensIn(editor.theirs);
  const without = (one: string[], other: string[]) => one.filter((token) => !other.includes(token));
  if (choice === "Keep mine")
    tab.decide({ what: "mine", removes: without(theirs, mine), adds: without(mine, theirs) });
  else if (choice === "Take theirs") {
    const dropped = without(mine, theirs);
    tab.decide({ what: "theirs", removes: dropped });
    for (const token of dropped) tab.pending.delete(token);
  } else if (choice === "Discard my changes") {
    tab.decide({ what: "discard", removes: mine });
    for (const token of mine) tab.pending.delete(token);
  } else tab.decide({ what: "both", adds: mine });
  await page.getByRole("dialog").getByRole("button", { name: choice }).click();
}

/** Presses Undo of the latest notification. */
async function undoInToast({ tab, page }: Scene): Promise<void> {
  const undo = page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("button", { name: "Undo" })
    .first();
  if ((await undo.count()) === 0) throw new Skipped("nothing to undo");
  const at = Date.now();
  // Read and pressed in one step, because another notification may replace it at any time.
  const text = await undo.evaluate((button) => {
    const all = button.closest("li")?.textContent ?? "";
    (button as HTMLElement).click();
    return all;
  });
  for (const { text: begins, decision } of tab.offers)
    if (begins.test(text)) tab.decide(decision, at);
}

export const noteActions: Partial<Record<Action, (scene: Scene) => Promise<void>>> = {
  "add note": addNote,
  "type in note": typeInNote,
  "replace text": (scene) => replaceText(scene),
  "undo typing": undoTyping,
  "tick item": tickItem,
  "color note": colorNote,
  "pin note": pinNote,
  "archive note": archiveNote,
  "unarchive note": unarchiveNote,
  "delete note": (scene) => deleteNote(scene),
  "undo in toast": undoInToast,
  "resolve conflict": resolveConflict,
};
