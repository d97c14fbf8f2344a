/** A part of a description: lines of text, or list items. */
export type TextBlock = { text: string } | { items: string[] };

/**
 * Splits a plain text into paragraphs and lists. A line that starts with `- ` (or a pasted `• `) is a
 * list item; following lines that are indented continue it.
 */
export function toTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = blocks.at(-1);
    const item = /^\s*[-•]\s+(\S.*)$/.exec(line)?.[1];
    if (item !== undefined) {
      if (last && "items" in last) last.items.push(item.trimEnd());
      else blocks.push({ items: [item.trimEnd()] });
    } else if (last && "items" in last && /^\s+\S/.test(line)) {
      last.items.push(`${last.items.pop()} ${line.trim()}`);
    } else if (last && "text" in last) last.text += `\n${line}`;
    else blocks.push({ text: line });
  }
  return blocks.flatMap(trimmed);
}

/** Empty lines around a list only separate it from the text. */
function trimmed(block: TextBlock): TextBlock[] {
  if ("items" in block) return [block];
  const text = block.text.trim();
  return text === "" ? [] : [{ text }];
}
