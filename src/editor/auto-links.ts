import { Extension } from "@tiptap/core";
import { isHistoryTransaction } from "@tiptap/pm/history";
import { type EditorState, Plugin, Selection, type Transaction } from "@tiptap/pm/state";
import type { Transform } from "@tiptap/pm/transform";
import { findAddresses } from "../lib/addresses.ts";

/** Links pasted addresses at once, and typed ones when a space or a new block ends the word. */
export const AutoLinks = Extension.create({
  name: "autoLinks",
  addProseMirrorPlugins() {
    const appendTransaction = (
      transactions: readonly Transaction[],
      before: EditorState,
      { doc, tr, selection }: EditorState,
    ) => {
      const isSkipped = (one: Transaction) =>
        !one.docChanged || one.getMeta("preventAutolink") || isHistoryTransaction(one);
      if (transactions.every(isSkipped)) return null;
      if (transactions.some((one) => /paste|drop/.test(one.getMeta("uiEvent")))) {
        const from = doc.content.findDiffStart(before.doc.content) ?? 0;
        linkAddresses(tr, from, doc.content.findDiffEnd(before.doc.content)?.a ?? 0);
      } else if (selection.empty && doc.content.size > before.doc.content.size) {
        linkAddresses(tr, ...lastWord(selection));
      }
      return tr.docChanged ? tr : null;
    };
    return [new Plugin({ appendTransaction })];
  },
});

/** Links the addresses between two positions, except in code and in links set by the user. */
export function linkAddresses(tr: Transform, from: number, to: number): void {
  const type = tr.doc.type.schema.marks.link;
  tr.doc.nodesBetween(from, Math.max(from, to), (block, position) => {
    if (!block.isTextblock) return true;
    // A placeholder for each inline node, so that offsets in the text are offsets in the block.
    const text = block.textBetween(0, block.content.size, undefined, "\ufffc");
    for (const { text: address, index, href } of findAddresses(text)) {
      const start = position + 1 + index;
      const end = start + address.length;
      if (end < from || start > to) continue;
      let isMarked = false;
      tr.doc.nodesBetween(start, end, ({ marks }) => {
        const linked: string = type?.isInSet(marks)?.attrs.href ?? "";
        const isCode = marks.some((mark) => mark.type.name === "code");
        // Text that continues a link is part of the link.
        if (isCode || linked === href || !href.startsWith(linked)) isMarked = true;
      });
      if (type && !isMarked) tr.addMark(start, end, type.create({ href }));
    }
    return false;
  });
}

/** The range of the word that a space or a new block has just ended. */
function lastWord({ $from }: Selection): [from: number, to: number] {
  const isSpace = $from.parentOffset > 0;
  const $end = isSpace
    ? $from
    : $from.depth > 0 && Selection.findFrom($from.doc.resolve($from.before()), -1, true)?.$from;
  if (!$end) return [0, 0];
  const text = $end.parent.textBetween(0, $end.parentOffset, undefined, "\ufffc");
  const word =
    (isSpace ? /(?:^|\s)(\S+)\s$/ : /(?:^|\s)(\S+)$/).exec(text.slice(-LONGEST))?.[1] ?? "";
  const end = $end.pos - (isSpace ? 1 : 0);
  return /[.@]/.test(word) ? [end - word.length, end] : [0, 0];
}

/** Maximum length of a typed address. */
const LONGEST = 5_000;
