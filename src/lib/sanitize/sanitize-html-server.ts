import sanitizeHtml from "sanitize-html";
import { safeHref } from "../safe-url.ts";
import {
  ALIGNED_TAGS,
  ALIGNMENTS,
  ALLOWED_TAGS,
  CHECKLIST_ATTRIBUTES,
  LINK_SCHEMES,
  PICTURE_ATTRIBUTES,
  type SafeHtml,
} from "./html-policy.ts";

/** Sanitizes rich text without a DOM (for the prerender). Same policy as the browser's. */
export function sanitizeHtmlOnServer(html: string): SafeHtml {
  return sanitizeHtml(html, OPTIONS) as SafeHtml;
}

const alignment = { "text-align": [new RegExp(`^(?:${ALIGNMENTS.join("|")})$`)] };

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    a: ["href", "rel"],
    ...Object.fromEntries(ALIGNED_TAGS.map((tag) => [tag, ["style"]])),
    ul: ["data-type"],
    li: ["style", "data-checked"],
    img: Object.keys(PICTURE_ATTRIBUTES),
  },
  allowedStyles: Object.fromEntries(ALIGNED_TAGS.map((tag) => [tag, alignment])),
  allowedSchemes: LINK_SCHEMES,
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  transformTags: {
    a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href) }),
    ul: keepChecklistsOnly,
    li: keepChecklistsOnly,
    img: (tagName, attribs) => ({ tagName, attribs: pictureAttributes(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === "a" && attribs.href === undefined) return "excludeTag";
    return tag === "img" && attribs["data-file"] === undefined;
  },
};

// The owner chose the link, so search engines may follow it; only the opener is removed.
function linkAttributes(href: string | undefined): sanitizeHtml.Attributes {
  return href !== undefined && safeHref(href) ? { href, rel: "noopener" } : {};
}

function pictureAttributes(attribs: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const all = Object.entries(attribs);
  return Object.fromEntries(all.filter(([name, value]) => PICTURE_ATTRIBUTES[name]?.test(value)));
}

function keepChecklistsOnly(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const own = CHECKLIST_ATTRIBUTES[tagName];
  if (!own || own.values.includes(attribs[own.attribute] ?? "")) return { tagName, attribs };
  const { [own.attribute]: _unknown, ...others } = attribs;
  return { tagName, attribs: others };
}
