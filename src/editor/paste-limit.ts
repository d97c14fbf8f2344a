import type { EditorState } from "@tiptap/pm/state";

/**
 * Characters of a text that is pasted into, a line counting as 10 more: measured so that a key takes
 * less than 100 ms of processor time.
 * @limit content: a text with what is pasted into it [characters]
 */
const PASTE_MAX_LENGTH = 100_000;

/**
 * Characters; browsers lay out a whole paragraph for each key.
 * @limit content: a paragraph that is pasted [characters]
 */
const PARAGRAPH_MAX_LENGTH = 10_000;

/** Whether a text is too long to be pasted. Parts of a text that is longer already can be moved. */
export function isTooLong(text: string, { doc, selection }: EditorState): boolean {
  const lines = text.split("\n");
  const length = text.length + 10 * lines.length;
  const others = doc.content.size - (selection.to - selection.from);
  const isLong = lines.some((line) => line.length > PARAGRAPH_MAX_LENGTH);
  return isLong || (length > PARAGRAPH_MAX_LENGTH && others + length > PASTE_MAX_LENGTH);
}
