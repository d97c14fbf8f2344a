import { type Action, tokensIn } from "../schedule.ts";
import { goTo, pickFrom, type Scene, Skipped } from "./notes-actions.ts";

/** Runs in the page: the texts of deleted notes, including alternative texts of pictures. */
function textsWithPictures(items: Element[]): string[] {
  return items.map((item) => {
    const pictures = [...item.querySelectorAll<HTMLImageElement>("img[data-file]")];
    return [item.textContent, ...pictures.map(({ alt }) => alt)].join(" ");
  });
}

async function restoreNote(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  await goTo(scene, "notes?trash");
  const items = page.getByRole("list", { name: "Deleted notes" }).getByRole("article");
  const texts = await items.evaluateAll(textsWithPictures);
  const index = step.pick % Math.max(texts.length, 1);
  const about = tokensIn(pickFrom(texts, step.pick, "deleted note"));
  tab.decide({ what: "restore", about });
  await items
    .nth(index)
    .getByRole("button", { name: /^Restore / })
    .click();
}

async function deletePermanently(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  await goTo(scene, "notes?trash");
  const items = page.getByRole("list", { name: "Deleted notes" }).getByRole("article");
  const texts = await items.evaluateAll(textsWithPictures);
  const index = step.pick % Math.max(texts.length, 1);
  const about = tokensIn(pickFrom(texts, step.pick, "deleted note"));
  const button = items.nth(index).getByRole("button", { name: /permanently$/ });
  if ((await button.count()) === 0) throw new Skipped("the deletion is not confirmed yet");
  tab.decide({ what: "purge", about, removes: about });
  await button.click();
}

export const trashActions: Partial<Record<Action, (scene: Scene) => Promise<void>>> = {
  "restore note": restoreNote,
  "delete permanently": deletePermanently,
};
