/**
 * Converts Word's lists. The desktop app writes paragraphs whose style holds list and level, with
 * the bullet as text; Word on the web writes a separate list for every item.
 */
export function keepWordLists(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll("div.ListContainerWrapper")) {
    wrapper.replaceWith(...wrapper.childNodes);
  }
  const seen = new Set<Element>();
  for (const item of body.querySelectorAll<HTMLElement>(WORD_ITEMS)) {
    if (seen.has(item) || !wordItemOf(item)) continue;
    const run: WordItem[] = [];
    for (let next: Element | null = item; next; next = next.nextElementSibling) {
      const found = wordItemOf(next);
      if (!found) break;
      seen.add(next);
      run.push(found);
    }
    replaceRun(run);
  }
}

const WORD_ITEMS = "p[style*='mso-list' i], div[style*='mso-list' i]";
const WORD_MARKER = "[style*='mso-list:Ignore' i], [style*='mso-list: Ignore' i]";

interface WordItem {
  element: Element;
  level: number;
  list: "ul" | "ol";
  /** Bullet or number that Word wrote before the item. */
  mark: string;
}

function wordItemOf(element: Element): WordItem | null {
  const style = element.getAttribute("style") ?? "";
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(style)?.[1];
  if (!level || !element.matches(WORD_ITEMS)) return null;
  const marker = element.querySelector(WORD_MARKER);
  const mark = /^[\s(]*(\d+|[a-z]{1,3}|[ivxlc]+)[.)]/i.exec(marker?.textContent ?? "")?.[1] ?? "";
  return { element, level: Number(level), list: mark ? "ol" : "ul", mark };
}

/** Replaces these items with nested lists. */
function replaceRun(run: readonly WordItem[]): void {
  const open: { list: Element; level: number }[] = [];
  for (const { element, level, list, mark } of run) {
    const { ownerDocument } = element;
    element.querySelector(WORD_MARKER)?.remove();
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const current = open.at(-1);
    if (current?.level === level && current.list.localName !== list) open.pop();
    if (open.at(-1)?.level !== level) {
      const begun = ownerDocument.createElement(list);
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(begun);
      else element.before(begun);
      open.push({ list: begun, level });
    }
    const item = ownerDocument.createElement("li");
    if (/^\d/.test(mark)) item.value = Number(mark);
    item.append(...element.childNodes);
    open.at(-1)?.list.append(item);
    element.remove();
  }
}

/** Moves lists that are direct children of a list (Google Docs) into the previous item. */
export function keepListLevels(body: HTMLElement): void {
  for (const list of body.querySelectorAll(":is(ul, ol) > :is(ul, ol)")) {
    const item = list.previousElementSibling;
    if (item?.localName === "li") item.append(list);
  }
  mergeOneItemLists(body);
}

/** Word on the web: one list per item, with its level as an attribute. */
function mergeOneItemLists(body: HTMLElement): void {
  for (const item of body.querySelectorAll<HTMLLIElement>("li[data-aria-level]")) {
    const list = item.parentElement;
    const before = list?.previousElementSibling;
    if (!list || !before || before.localName !== list.localName) continue;
    if (list.hasAttribute("start")) item.value = Number(list.getAttribute("start"));
    const level = Number(item.getAttribute("data-aria-level"));
    let target: Element = before;
    for (let depth = 1; depth < level && target.lastElementChild; depth += 1) {
      const last: Element = target.lastElementChild;
      const nested = last.querySelector(":scope > ul, :scope > ol");
      target = nested ?? last.appendChild(last.ownerDocument.createElement(list.localName));
    }
    target.append(item);
    if (list.children.length === 0) list.remove();
  }
}

/** Starts a new list at each item whose number is not the next one. */
export function keepListNumbers(body: HTMLElement): void {
  for (const item of body.querySelectorAll<HTMLLIElement>("ol > li[value]")) {
    const before = item.previousElementSibling as HTMLLIElement | null;
    if (before?.value && before.value + 1 === item.value) continue;
    const list = item.parentElement as HTMLOListElement;
    const items = [...list.children];
    const index = items.indexOf(item);
    if (list.start + index === item.value) continue;
    const begun = index === 0 ? list : (list.cloneNode() as HTMLOListElement);
    begun.append(...items.slice(index));
    if (index > 0) list.after(begun);
    begun.start = item.value;
  }
}

/** Converts lists whose items have a checkbox, in any known markup, to checklists. */
export function keepChecklists(body: HTMLElement): void {
  for (const list of body.querySelectorAll("ul, ol")) {
    const items = [...list.children].filter(({ localName }) => localName === "li");
    const states = items.map(takeState);
    if (states.every((state) => state === null)) continue;
    for (const [index, item] of items.entries()) {
      item.setAttribute("data-checked", String(states[index] ?? false));
    }
    const checklist = list.ownerDocument.createElement("ul");
    checklist.setAttribute("data-type", "checklist");
    checklist.append(...list.childNodes);
    list.replaceWith(checklist);
  }
}

/** Whether the item is checked, null when it has no checkbox; removes the checkbox markup. */
function takeState(item: Element): boolean | null {
  const own = <T extends Element>(selector: string) =>
    [...item.querySelectorAll<T>(selector)].find((found) => found.closest("li") === item);
  const input = own<HTMLInputElement>("input[type=checkbox]");
  if (input) {
    input.remove();
    return input.hasAttribute("checked");
  }
  if (item.getAttribute("role") === "checkbox" || item.hasAttribute("data-checked")) {
    // Google Docs renders the checkbox as a picture.
    own("img")?.remove();
    const state = item.getAttribute("aria-checked") ?? item.getAttribute("data-checked");
    return state === "true";
  }
  // Notion's export.
  const drawn = own(".checkbox");
  if (drawn) {
    drawn.remove();
    return drawn.classList.contains("checkbox-on");
  }
  return takeWrittenState(item);
}

/** `[x] text`, used by Notion's clipboard and Markdown. */
function takeWrittenState(item: Element): boolean | null {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() === "") continue;
    const mark = /^\s*\[([ xX]?)\](?:\s+|$)/.exec(text.data);
    if (!mark || text.parentElement?.closest("li") !== item) return null;
    text.data = text.data.slice(mark[0].length);
    return mark[1]?.toLowerCase() === "x";
  }
  return null;
}
