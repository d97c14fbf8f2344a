declare const sanitized: unique symbol;

/** HTML that passed one of the two sanitizers. Only `RichText` renders it. */
export type SafeHtml = string & { readonly [sanitized]: true };

/** A function that removes everything the policy below does not allow. */
export type SanitizeHtml = (html: string) => SafeHtml;

/** Elements allowed in rich text: exactly those the editor can write. */
export const ALLOWED_TAGS = [
  "p",
  "br",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "mark",
  "ul",
  "ol",
  "li",
  "a",
  "h3",
  "h4",
  "blockquote",
  "code",
];

/** Elements that may have `style="text-align: …"`. */
export const ALIGNED_TAGS = ["p", "h3", "h4", "li", "blockquote"];

/** The only alignments the editor writes. */
export const ALIGNMENTS = ["left", "center", "right"];

/** Schemes of links inside rich text, without the colon. */
export const LINK_SCHEMES = ["http", "https", "mailto"];

/**
 * A checklist is a list with a type attribute, whose items have a checked attribute. Per element:
 * its attribute and the allowed values.
 */
export const CHECKLIST_ATTRIBUTES: Readonly<
  Record<string, { attribute: string; values: readonly string[] }>
> = {
  ul: { attribute: "data-type", values: ["checklist"] },
  li: { attribute: "data-checked", values: ["true", "false"] },
};
