/** An item of a checklist; stored as a line `- [ ] text` or `- [x] text` of the description. */
export interface ChecklistItem {
  /** The spaces before it. */
  indent: string;
  checked: boolean;
  text: string;
}

/** A part of a description: lines of text, or the items of a checklist. */
export interface DescriptionPart {
  text: string;
  items?: ChecklistItem[];
}

/** Where the caret goes after a change: a part, one of its items, and the offset in its text. */
export interface Caret {
  part: number;
  item?: number;
  offset: number;
}

/** Divides a description into its texts and checklists. The first part is a text, maybe empty. */
export function parseDescription(description: string): DescriptionPart[] {
  const parts: DescriptionPart[] = [];
  // Empty lines after a checklist belong to the text below it.
  let gap = "";
  for (const line of description.split(/\r?\n/)) {
    const last = parts.at(-1);
    const item = parseItem(line);
    if (item && last?.items) last.items.push(item);
    else if (item) parts.push({ text: "", items: [item] });
    else if (last && !last.items) last.text += `\n${line}`;
    else if (last && line.trim() === "") {
      gap += "\n";
      continue;
    } else parts.push({ text: gap + line });
    gap = "";
  }
  return parts[0]?.items ? [{ text: "" }, ...parts] : parts;
}

/** The description of these parts; empty parts are left out. */
export function formatDescription(parts: readonly DescriptionPart[]): string {
  return parts
    .map(({ text, items }) => items?.map(formatItem).join("\n") ?? text)
    .filter((text) => text !== "")
    .join("\n");
}

/** The number of items with a text, of checked ones among them, and whether there is other text. */
export function progressOf(description: string) {
  const parts = parseDescription(description);
  const items = parts.flatMap((part) => part.items?.filter(({ text }) => text.trim()) ?? []);
  return {
    total: items.length,
    done: items.filter(({ checked }) => checked).length,
    hasText: parts.some(({ text }) => text.trim() !== ""),
  };
}

/** Parses a line; an item without a dash needs a space after its box, as in the notes' editor. */
export function parseItem(line: string): ChecklistItem | null {
  const match = ITEM.exec(line)?.groups;
  if (!match) return null;
  const { indent = "", mark, text = "", box, typed } = match;
  return { indent, checked: /x/i.test(mark ?? box ?? ""), text: typed ?? text };
}

const ITEM =
  /^(?<indent>\s*)(?:[-*+] \[(?<mark>[ xX])\](?: (?<text>.*))?|\[(?<box>[ xX]?)\] (?<typed>.*))$/;

function formatItem({ indent, checked, text }: ChecklistItem): string {
  return `${indent}- [${checked ? "x" : " "}] ${text}`;
}
