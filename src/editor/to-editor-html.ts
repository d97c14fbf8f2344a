import { getSchema } from "@tiptap/core";
import { DOMSerializer, DOMParser as DocumentParser } from "@tiptap/pm/model";
import { Transform } from "@tiptap/pm/transform";
import { once } from "../lib/once.ts";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { linkAddresses } from "./auto-links.ts";
import { extensionsWithChecklists } from "./extensions.ts";
import { cleanPastedHtml } from "./pasted-html.ts";
import { Picture } from "./picture.ts";

/**
 * Converts HTML of another program to the HTML that pasting it into a note would store.
 * @param hasGaps whether paragraphs have gaps between them, as on web pages.
 */
export function toEditorHtml(html: string, hasGaps = false): string {
  // A document without a window executes and loads nothing.
  const clean = cleanPastedHtml(html, "all", hasGaps).html;
  const { body } = new DOMParser().parseFromString(clean, "text/html");
  const parsed = new Transform(DocumentParser.fromSchema(schema()).parse(body));
  linkAddresses(parsed, 0, parsed.doc.content.size);
  const document = parsed.doc;
  if (document.textContent.trim() === "" && !body.querySelector("img")) return "";
  const written = body.ownerDocument.createElement("div");
  written.append(
    DOMSerializer.fromSchema(schema()).serializeFragment(document.content, {
      document: body.ownerDocument,
    }),
  );
  return sanitizeHtmlInBrowser(written.innerHTML);
}

const schema = once(() => getSchema([...extensionsWithChecklists, Picture]));
