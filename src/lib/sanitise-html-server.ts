import sanitizeHtml from "sanitize-html";
import {
  ALIGNED_TAGS,
  ALIGNMENTS,
  ALLOWED_TAGS,
  LINK_SCHEMES,
  type SafeHtml,
} from "./html-policy.ts";

/** Sanitises rich text where no DOM exists (the prerender). Same policy as the browser's. */
export function sanitiseHtmlOnServer(html: string): SafeHtml {
  return sanitizeHtml(html, OPTIONS) as SafeHtml;
}

const alignment = { "text-align": [new RegExp(`^(?:${ALIGNMENTS.join("|")})$`)] };

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: {
    a: ["href", "rel"],
    ...Object.fromEntries(ALIGNED_TAGS.map((tag) => [tag, ["style"]])),
  },
  allowedStyles: Object.fromEntries(ALIGNED_TAGS.map((tag) => [tag, alignment])),
  allowedSchemes: LINK_SCHEMES,
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  // A link of the site's own text still leads elsewhere: it passes on neither opener nor rank.
  transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "noopener nofollow" }) },
  exclusiveFilter: (frame) =>
    frame.tag === "a" && frame.attribs.href === undefined ? "excludeTag" : false,
};
