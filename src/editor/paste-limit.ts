import type { EditorState } from "@tiptap/pm/state";

/**
 * Maximum characters of a text with pasted content, counting 10 per line: measured so that a key
 * press takes less than 100 ms of processor time.
 * @limit content: a text including the pasted part [characters]
 */
const PASTE_MAX_LENGTH = 100_000;

/**
 * Maximum characters per paragraph, because browsers lay out a whole paragraph for each key.
 * @limit content: a paragraph that is pasted [characters]
 */
const PARAGRAPH_MAX_LENGTH = 10_000;

/** Whether pasting would make the text too long. Moving within a long text is allowed. */
export function isTooLong(text: string, { doc, selection }: EditorState): boolean {
  const lines = text.split("\n");
  const length = text.length + 10 * lines.length;
  const others = doc.content.size - (selection.to - selection.from);
  const isLong = lines.some((line) => line.length > PARAGRAPH_MAX_LENGTH);
  return isLong || (length > PARAGRAPH_MAX_LENGTH && others + length > PASTE_MAX_LENGTH);
}
