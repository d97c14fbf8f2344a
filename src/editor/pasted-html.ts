import DOMPurify from "dompurify";
import { safeHref } from "../lib/safe-url.ts";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import {
  flattenTables,
  keepCodeLines,
  keepEmptyLines,
  keepGaps,
  keepHeadings,
  keepHighlights,
} from "./pasted-blocks.ts";
import { keepChecklists, keepListLevels, keepListNumbers, keepWordLists } from "./pasted-lists.ts";

/** Cleaned HTML and the number of dropped pictures. */
export interface Pasted {
  html: string;
  /** Number of dropped pictures. */
  pictures: number;
}

/**
 * Removes from pasted HTML everything that the browser would report or load while the editor parses
 * it, and converts what the editor has no element for: lists and headings of word processors,
 * checklists of web pages, table rows. The editor then reduces the rest to its schema.
 * @param keepsPictures whether copied pictures of notes stay, as references to files; `all` for an
 * import, which brings the files.
 * @param hasGaps whether gaps between paragraphs become empty lines, because notes have none.
 */
export function cleanPastedHtml(
  html: string,
  keepsPictures: boolean | "all" = false,
  hasGaps = false,
): Pasted {
  purifier ??= DOMPurify(window);
  // A document without a window executes and loads nothing.
  const body = purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: LOADED,
    RETURN_DOM: true,
  }) as HTMLElement | null;
  // A frameset document has no body.
  if (!body) return { html: "", pictures: 0 };
  // The editor's own clipboard content contains its slice context and only elements of the schema.
  const isOwn = body.querySelector("[data-pm-slice]") !== null;
  if (!isOwn) {
    keepWordLists(body);
    keepListLevels(body);
    keepListNumbers(body);
    keepChecklists(body);
    keepHeadings(body);
    keepCodeLines(body);
    keepHighlights(body);
    keepEmptyLines(body);
    if (hasGaps) keepGaps(body);
  }
  // Notes are copied with empty lines that other programs show.
  for (const line of isOwn ? body.querySelectorAll("p > br:only-child") : []) line.remove();
  const pictures = removePictures(body, keepsPictures === "all" || (isOwn && keepsPictures));
  for (const input of body.querySelectorAll("input")) input.remove();
  if (!isOwn) flattenTables(body);
  for (const link of body.querySelectorAll("a")) {
    if (!safeHref(link.getAttribute("href"))) link.replaceWith(...link.childNodes);
  }
  return { html: body.innerHTML, pictures };
}

// A separate instance, so that hooks of other policies do not apply.
let purifier: ReturnType<typeof DOMPurify> | undefined;

const LOADED = ["style", "source", "video", "audio", "track", "button"];

/**
 * Removes all pictures, except those of notes if they are kept; replaces pictures of a character by
 * the character. Returns the number of removed pictures that were not decorative.
 */
function removePictures(body: HTMLElement, keepsOwn: boolean): number {
  let pictures = 0;
  for (const picture of body.querySelectorAll("img")) {
    const own = keepsOwn && sanitizeHtmlInBrowser(picture.outerHTML);
    if (own) {
      picture.outerHTML = own;
      continue;
    }
    const isSpacer = ["width", "height"].some((side) =>
      ["0", "1"].includes(picture.getAttribute(side) ?? ""),
    );
    const isDecoration = picture.closest('[role="presentation"], [aria-hidden="true"]') !== null;
    const alt = picture.getAttribute("alt") ?? "";
    if (picture.classList.contains("emoji") || /^\p{Extended_Pictographic}/u.test(alt)) {
      picture.replaceWith(alt);
      continue;
    }
    if (!isSpacer && !isDecoration) pictures += 1;
    picture.remove();
  }
  return pictures;
}
