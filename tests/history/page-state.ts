import type { Page } from "@playwright/test";
import type { Shown } from "./history.ts";
import { shownLabels, textOf } from "./history.ts";
import { tokensIn } from "./schedule.ts";

/** State of a tab, read from its document at one moment. */
export interface PageState {
  screen: "notes" | "archive" | "trash" | "board" | "login" | "other";
  /** The save state of all notes; null if none is shown, because everything is saved. */
  state: string | null;
  /** The open editor of a note, if there is one. */
  editor: {
    title: string;
    text: string;
    /** The alternative texts of the note's pictures. */
    pictures: string;
    /** Whether a picture does not have its token yet. */
    isLoading: boolean;
    labels: string[];
    state: string;
    /** The buttons that resolve a conflict, and the other version's text. */
    choices: string[];
    theirs: string;
  } | null;
  /** Whether another dialog is open. */
  dialog: boolean;
  cards: Card[];
  tasks: ShownTask[];
  /** Whether the list itself could be shown. */
  isLoaded: boolean;
  /** Whether the code of the page or screen could not be loaded, so that a reload is needed. */
  isBroken: boolean;
}

export interface ShownTask {
  id: string;
  status: string;
  title: string;
  /** Due date, such as `2999-01-31`; empty without one. */
  due: string;
  /** Whether the task is shown as recurring. */
  repeats: boolean;
}

export interface Card {
  id: string;
  title: string;
  text: string;
  /**
   * The alternative texts of the note's pictures: the first one above its text, and those in the
   * text.
   */
  pictures: string;
  labels: string[];
  pinned: boolean;
  /** The color as it is stored. */
  color: string;
  /** `x` or `-` for each checklist item. */
  checked: string;
}

/** Reads the tab's document. Fails if the tab has crashed. */
export function readPage(page: Page): Promise<PageState> {
  return page.evaluate(() => {
    const states =
      /^(Saved|Saving\.\.\.|Offline, (kept on this device|not saved: keep this tab open|shown from this device)|(Changed|Deleted) in the meantime(: .*)?|Not saved: .*)$/;
    const stateIn = (root: ParentNode, outside: Element | null) =>
      [...root.querySelectorAll("p")]
        .find((one) => states.test(one.textContent ?? "") && !outside?.contains(one))
        // Without the name of the note that needs a decision.
        ?.textContent?.replace(/(in the meantime): .*/, "$1") ?? null;
    // The public page may still be in the document, but hidden.
    const heading = [...document.querySelectorAll("h1")].find((one) => one.checkVisibility());
    const screens: Record<string, PageState["screen"]> = {
      "My Notes": "notes",
      Archive: "archive",
      Trash: "trash",
      "Task Board": "board",
      "Workspace Login": "login",
    };
    const dialog = document.querySelector<HTMLElement>("dialog[open], [role=dialog]");
    const field = dialog?.querySelector<HTMLElement>('[aria-label="Note text"], [contenteditable]');
    const titleField = dialog?.querySelector<HTMLInputElement>('input[aria-label="Title"]');
    const alert = dialog?.querySelector('[role="alert"]');
    /** The stored color, which is the one in the dark theme. */
    const colorOf = (card: HTMLElement) =>
      card.style
        .getPropertyValue("--card")
        .toLowerCase()
        .match(/#[0-9a-f]+/g)
        ?.at(-1) ?? "";
    /** The text of an element without its pictures, and their alternative texts. */
    const partsOf = (element: Element) => {
      const copy = element.cloneNode(true) as Element;
      const boxes = [...copy.querySelectorAll(".picture")];
      for (const box of boxes) box.remove();
      const inText = [...copy.querySelectorAll<HTMLImageElement>("img[data-file]")];
      return {
        text: copy.textContent ?? "",
        pictures: [
          ...boxes.map((box) => box.querySelector("img")?.alt ?? box.textContent),
          ...inText.map(({ alt }) => alt),
        ].join(" "),
        isLoading: boxes.some((box) => !box.hasChildNodes()),
      };
    };
    const cards = [...document.querySelectorAll<HTMLElement>("main article[data-note]")].map(
      (card) => {
        const [title] = [...card.children].filter((one) => /^H[23]$/.test(one.tagName));
        const { text: all, pictures } = partsOf(card);
        return {
          id: card.dataset.note ?? "",
          title: title?.textContent ?? "",
          text: all.slice(title?.textContent?.length ?? 0),
          pictures,
          labels: [...card.querySelectorAll('ul[aria-label="Labels"] > li')].map(
            (one) => one.textContent ?? "",
          ),
          pinned: card.querySelector('button[aria-label="Unpin note"]') !== null,
          color: colorOf(card),
          checked: [...card.querySelectorAll<HTMLInputElement>("input[type=checkbox]")]
            .map((box) => (box.checked ? "x" : "-"))
            .join(""),
        };
      },
    );
    const tasks = [...document.querySelectorAll<HTMLElement>("section[data-drop-list]")].flatMap(
      (column) =>
        [...column.querySelectorAll<HTMLElement>("li[data-drag-item]")]
          .sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index))
          .map((item) => ({
            id: item.dataset.dragItem ?? "",
            status: column.dataset.dropList ?? "",
            title: item.querySelector("button > span")?.textContent ?? "",
            due: item.querySelector("time")?.dateTime ?? "",
            repeats: item.querySelector("svg.lucide-repeat") !== null,
          })),
    );
    const main = heading?.closest("main")?.textContent ?? "";
    return {
      screen: screens[heading?.textContent ?? ""] ?? "other",
      state: stateIn(document.body, dialog),
      editor:
        dialog && titleField && field
          ? {
              title: titleField.value,
              ...partsOf(field),
              labels: [...dialog.querySelectorAll('ul[aria-label="Labels"] [dir="auto"]')].map(
                (one) => one.textContent ?? "",
              ),
              state: stateIn(dialog, null) ?? "",
              choices: [...(alert?.querySelectorAll("button") ?? [])].map(
                (one) => one.textContent ?? "",
              ),
              theirs: alert?.querySelector("blockquote")?.textContent ?? "",
            }
          : null,
      dialog: dialog !== null && !(titleField && field),
      cards,
      tasks,
      isBroken: /^\s*$|Unexpected Application Error/.test(document.body.innerText),
      isLoaded:
        cards.length > 0 ||
        document.querySelector("section[data-drop-list]") !== null ||
        /Your workspace is empty|Your archive is empty|The trash is empty/.test(main) ||
        document.querySelector('ul[aria-label="Deleted notes"]') !== null,
    };
  });
}

/** Converts the notes on the screen to the form of a history. */
export function toShown(
  active: readonly Card[],
  archived: readonly Card[],
  tasks: PageState["tasks"],
): Shown {
  const noteOf = (isArchived: boolean) => (card: Card) => ({
    id: card.id,
    archived: isArchived,
    text: textOf(card.title, card.text),
    pinned: card.pinned,
    color: card.color,
    checked: card.checked,
    labels: shownLabels(card.labels),
    picture: tokensIn(card.pictures)[0] ?? "",
  });
  return {
    notes: [...active.map(noteOf(false)), ...archived.map(noteOf(true))],
    board: tasks.map(({ id, status, title, due, repeats }) => {
      return { id, status, text: textOf(title, ""), due, repeats };
    }),
  };
}
