import sanitizeHtml from "sanitize-html";
import { safeHref } from "../safe-url.ts";
import {
  ALIGNED_TAGS,
  ALIGNMENTS,
  ALLOWED_TAGS,
  LINK_SCHEMES,
  OWN_ATTRIBUTES,
  type SafeHtml,
} from "./html-policy.ts";

/** Sanitizes rich text without a DOM (for the prerender), by the same policy as in the browser. */
export function sanitizeHtmlOnServer(html: string): SafeHtml {
  return sanitizeHtml(html, OPTIONS) as SafeHtml;
}

const alignment = { "text-align": [new RegExp(`^(?:${ALIGNMENTS.join("|")})$`)] };

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    a: ["href", "rel"],
    ...Object.fromEntries(
      ALLOWED_TAGS.filter((tag) => tag !== "a").map((tag) => [
        tag,
        [
          ...(ALIGNED_TAGS.includes(tag) ? ["style"] : []),
          ...Object.keys(OWN_ATTRIBUTES[tag] ?? {}),
        ],
      ]),
    ),
  },
  allowedStyles: Object.fromEntries(ALIGNED_TAGS.map((tag) => [tag, alignment])),
  allowedSchemes: LINK_SCHEMES,
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  transformTags: {
    a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href) }),
    ...Object.fromEntries(Object.keys(OWN_ATTRIBUTES).map((tag) => [tag, keepOwnAttributes])),
  },
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === "a" && attribs.href === undefined) return "excludeTag";
    return tag === "img" && attribs["data-file"] === undefined;
  },
};

// The owner chose the link, so search engines may follow it; only access to the opener is removed.
function linkAttributes(href: string | undefined): sanitizeHtml.Attributes {
  return href !== undefined && safeHref(href) ? { href, rel: "noopener" } : {};
}

function keepOwnAttributes(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const allowed = Object.entries(attribs).filter(
    ([name, value]) => OWN_ATTRIBUTES[tagName]?.[name]?.test(value) ?? name === "style",
  );
  return { tagName, attribs: Object.fromEntries(allowed) };
}
