import { type Editor, getHTMLFromFragment } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";

/** The sanitized HTML of the text. */
export const htmlOf = ({ state }: Editor): string => state.doc.children.map(blockHtml).join("");

/** The HTML of a block, cached for blocks and list items that did not change. */
function blockHtml(block: Node): string {
  const known = blocks.get(block);
  if (known !== undefined) return known;
  const toHtml = (node: Node) =>
    sanitizeHtmlInBrowser(getHTMLFromFragment(Fragment.from(node), node.type.schema));
  let html: string;
  if (block.isTextblock || block.isLeaf) html = toHtml(block);
  else {
    const empty = toHtml(block.copy(Fragment.empty));
    const end = empty.lastIndexOf("</");
    html = empty.slice(0, end) + block.children.map(blockHtml).join("") + empty.slice(end);
  }
  blocks.set(block, html);
  return html;
}

const blocks = new WeakMap<Node, string>();
