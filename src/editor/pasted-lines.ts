import { Fragment, type Mark, type Node, type Schema, Slice } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";

/** Pasted plain text: a paragraph for each line, including empty ones. */
export function linesToSlice(text: string, schema: Schema, marks: readonly Mark[]): Slice {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
  const paragraphs = lines.map((line) =>
    schema.node("paragraph", null, line ? schema.text(line, marks) : []),
  );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}

/**
 * Converts content that is pasted into a list item to items of that list: lines, and the items of
 * lists. A single line stays text, and a checklist stays a checklist in another list.
 */
export function toItems(slice: Slice, { selection: { $from }, schema }: EditorState): Slice {
  let depth = $from.depth;
  while (depth > 0 && !$from.node(depth).type.name.endsWith("Item")) depth -= 1;
  if (depth === 0) return slice;
  const list = $from.node(depth - 1).type;
  const item = $from.node(depth).type;
  const { content, firstChild } = slice.content;
  const pasted = firstChild?.isInline ? [schema.node("paragraph", null, content)] : content;
  const isForeign =
    item.name === "listItem" && pasted.some(({ type }) => type.name === "checklist");
  const items = isForeign ? [] : itemsOf(pasted);
  const isList = items.length > 1 || pasted.some(hasItems);
  return isList && !isForeign ? Slice.maxOpen(Fragment.from(list.create(null, items))) : slice;

  function itemsOf(blocks: readonly Node[]): Node[] {
    return blocks.flatMap((block): Node[] => {
      const itemWith = (line: Node[], others: readonly Node[] = [], attrs = {}) =>
        item.create(attrs, [schema.node("paragraph", null, line), ...others]);
      if (block.isLeaf) return [itemWith([], [block])];
      if (block.isTextblock) return linesOf(block).map((line) => itemWith(line));
      if (!hasItems(block)) return itemsOf(block.children);
      // A number that differs from the item's position belongs to the text.
      const isNumbered = list.name !== "orderedList" && (block.attrs.start ?? 1) !== 1;
      return block.children.map(({ attrs, children: [first, ...others] }, index) => {
        const number = isNumbered ? [schema.text(`${block.attrs.start + index}. `)] : [];
        const nested = others.map((other) =>
          hasItems(other) ? list.create(null, itemsOf([other])) : other,
        );
        return itemWith([...number, ...(first?.children ?? [])], nested, attrs);
      });
    });
  }
}

const hasItems = ({ type }: Node) => /list$/i.test(type.name);

function linesOf({ children }: Node): Node[][] {
  const lines: Node[][] = [[]];
  for (const node of children) {
    if (node.type.name === "hardBreak") lines.push([]);
    else lines.at(-1)?.push(node);
  }
  return lines.filter((line) => line.length > 0);
}
