import { type Fragment, type Node, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";

/** Copied content as plain text: one line per block, list items with their markers. */
export function copiedText({ content, openStart, openEnd }: Slice): string {
  let inner = content.childCount === 1 ? content.firstChild : null;
  while (inner?.childCount === 1 && !inner.isTextblock) inner = inner.firstChild;
  // Part of a single item is not copied as a list.
  const isPart = inner?.isTextblock && openStart > 0 && openEnd > 0;
  return isPart && inner ? textOf(inner) : linesOf(content.content).join("\n");
}

/** Sets the start number of a copied part of a numbered list to the number of its first item. */
export function keepNumber({ content, openStart, openEnd }: Slice, { state }: EditorView): Slice {
  const { $from } = state.selection;
  const numbered = (copied: Fragment, depth: number): Fragment => {
    const first = copied.firstChild;
    if (!first || depth > openStart || first.type !== $from.node(depth)?.type) return copied;
    const { start } = first.attrs;
    const attrs = { ...first.attrs, ...(start && { start: start + $from.index(depth) }) };
    return copied.replaceChild(0, first.type.create(attrs, numbered(first.content, depth + 1)));
  };
  return new Slice(numbered(content, 1), openStart, openEnd);
}

function linesOf(blocks: readonly Node[]): string[] {
  return blocks.flatMap((block) => {
    if (block.isTextblock) return textOf(block).split("\n");
    if (block.isLeaf) return [block.attrs.alt ? `[Picture: ${block.attrs.alt}]` : "[Picture]"];
    const { name } = block.type;
    if (name === "blockquote") return linesOf(block.children).map((line) => `> ${line}`);
    return block.children.flatMap((item, index) => {
      const number = name === "orderedList" ? `${block.attrs.start + index}. ` : "- ";
      const mark = name === "checklist" ? (item.attrs.checked ? "[x] " : "[ ] ") : number;
      const [first, ...others] = linesOf(item.children);
      return [mark + first, ...others.map((line) => " ".repeat(mark.length) + line)];
    });
  });
}

/** The text of a block; code is indented with regular spaces, which compilers accept. */
function textOf(block: Node): string {
  const parts = block.children.map(({ text = "\n", marks }) =>
    marks.some(({ type }) => type.name === "code") ? text.replaceAll("\u00a0", " ") : text,
  );
  return parts.join("");
}
