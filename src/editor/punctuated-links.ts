import { Extension } from "@tiptap/core";
import { isHistoryTransaction } from "@tiptap/pm/history";
import { type EditorState, Plugin, PluginKey, Selection, type Transaction } from "@tiptap/pm/state";
import { isTypedAddress, toHref } from "./links.ts";

/**
 * Auto-links an address with punctuation around it, such as `(see https://a.org).`, once a space or
 * a new block ends the word. Tiptap's own rule only links a word that is an address as a whole.
 */
export const PunctuatedLinks = Extension.create({
  name: "punctuatedLinks",
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey("punctuatedLinks"),
        appendTransaction: (transactions, before, state) =>
          transactions.some(isTyped) ? linkLastWord(before, state) : null,
      }),
    ];
  },
});

function isTyped(transaction: Transaction): boolean {
  const skipped = ["preventAutolink", "paste", "uiEvent"].some((key) => transaction.getMeta(key));
  return transaction.docChanged && !skipped && !isHistoryTransaction(transaction);
}

function linkLastWord(before: EditorState, state: EditorState): Transaction | null {
  const type = state.schema.marks.link;
  const ended = endedText(before, state);
  const [, opening = "", address = ""] = /([([{"'«“‘]*)(\S+)$/.exec(ended?.text ?? "") ?? [];
  const bare = address.replace(/[.,;:!?)\]}"'»”’…]+$/, "");
  if (!type || !ended || bare + opening === address || !isTypedAddress(bare)) return null;
  const from = ended.end - address.length;
  const to = from + bare.length;
  const isMarked = [type, state.schema.marks.code].some(
    (mark) => mark && state.doc.rangeHasMark(from, to, mark),
  );
  const href = toHref(bare);
  return isMarked || !href ? null : state.tr.addMark(from, to, type.create({ href }));
}

/** The text of the block before a space or block end that was just typed, and where it ends. */
function endedText(
  before: EditorState,
  { doc, selection }: EditorState,
): { text: string; end: number } | null {
  const { $from, empty } = selection;
  if (!empty || doc.content.size <= before.doc.content.size) return null;
  // A placeholder for each inline node, so that offsets in the text are offsets in the block.
  const textBefore = ($pos: typeof $from) =>
    $pos.parent.textBetween(0, $pos.parentOffset, undefined, "\ufffc");
  if ($from.parentOffset > 0) {
    const text = textBefore($from);
    return /\S\s$/.test(text) ? { text: text.slice(0, -1), end: $from.pos - 1 } : null;
  }
  if ($from.depth === 0) return null;
  const previous = Selection.findFrom(doc.resolve($from.before()), -1, true)?.$from;
  return previous ? { text: textBefore(previous), end: previous.pos } : null;
}
