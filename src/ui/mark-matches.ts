import { splitMatches } from "../lib/search/fold-text.ts";

/**
 * Marks the words of a search in rendered text without changing the document. Browsers without the
 * CSS Custom Highlight API mark nothing.
 * @returns a function that removes the marks.
 */
export function markMatches(element: Element, words: readonly string[]): () => void {
  if (words.length === 0 || !("highlights" in CSS)) return () => {};
  const marks = CSS.highlights.get(NAME) ?? newMarks();
  const { text, nodes } = textOf(element);
  const ranges: Range[] = [];
  let place = 0;
  for (const part of splitMatches(text, words)) {
    const start = nodes.findLast(({ from }) => from <= place);
    place += part.text.length;
    const end = nodes.findLast(({ from }) => from < place);
    if (!part.isMatch || !start || !end) continue;
    const range = new Range();
    range.setStart(start.node, place - part.text.length - start.from);
    range.setEnd(end.node, place - end.from);
    ranges.push(range);
    marks.add(range);
  }
  return () => {
    for (const range of ranges) marks.delete(range);
  };
}

const NAME = "found";

/** Colors the highlight like `<mark>`, by script, because the build rejects the selector. */
function newMarks(): Highlight {
  const marks = new Highlight();
  CSS.highlights.set(NAME, marks);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`::highlight(${NAME}) {
    background-color: color-mix(in srgb, var(--color-accent) 25%, transparent);
  }`);
  document.adoptedStyleSheets.push(sheet);
  return marks;
}

/** The text with one line per block, and the start position of each text node. */
function textOf(element: Element) {
  const nodes: { node: Text; from: number }[] = [];
  let text = "";
  let block: Element | null = null;
  for (
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    walker.nextNode();
  ) {
    const node = walker.currentNode as Text;
    const own = node.parentElement?.closest("p, li, pre, blockquote, h1, h2, h3") ?? null;
    if (own !== block) text += "\n";
    block = own;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  return { text, nodes };
}
