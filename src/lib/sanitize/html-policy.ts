declare const sanitized: unique symbol;

/** HTML that passed one of the two sanitizers. Only `RichText` renders it. */
export type SafeHtml = string & { readonly [sanitized]: true };

/** A function that removes everything the policy below does not allow. */
export type SanitizeHtml = (html: string) => SafeHtml;

/** Elements allowed in rich text: exactly those the editor can write. */
export const ALLOWED_TAGS =
  "p br strong b em i u s mark ul ol li a h3 h4 blockquote code img".split(" ");

/**
 * Attributes per element, except URLs, with their allowed values: the first number of a list,
 * checklists and their items, and the file of a note's picture, which is required.
 */
export const OWN_ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  // Browsers read a number with more digits as 1.
  ol: { start: /^-?\d{1,9}$/ },
  ul: { "data-type": /^checklist$/ },
  li: { "data-checked": /^(?:true|false)$/ },
  img: {
    "data-file": /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    alt: /^.{0,1000}$/s,
    width: /^[1-9]\d{0,4}$/,
    height: /^[1-9]\d{0,4}$/,
  },
};

/** Elements that may have `style="text-align: …"`. */
export const ALIGNED_TAGS = ["p", "h3", "h4", "li", "blockquote"];

/** The only alignments the editor writes. */
export const ALIGNMENTS = ["left", "center", "right"];

/** Schemes of links inside rich text, without the colon. */
export const LINK_SCHEMES = ["http", "https", "mailto"];
