import DOMPurify from "dompurify";
import { safeHref } from "../safe-url.ts";
import {
  ALIGNED_TAGS,
  ALIGNMENTS,
  ALLOWED_TAGS,
  LINK_SCHEMES,
  OWN_ATTRIBUTES,
  type SafeHtml,
} from "./html-policy.ts";

/** Sanitizes rich text in the browser, by the same policy as on the server. Needs a DOM. */
export function sanitizeHtmlInBrowser(html: string): SafeHtml {
  ownPurifier ??= createPurifier();
  return ownPurifier.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ["href", "rel", "style", ...ownAttributes],
    // Our attributes are not URLs; the hook below defines their allowed values.
    ADD_URI_SAFE_ATTR: ownAttributes,
    ALLOWED_URI_REGEXP: new RegExp(`^(?:${LINK_SCHEMES.join("|")}):`, "i"),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }) as unknown as SafeHtml;
}

const ownAttributes = Object.values(OWN_ATTRIBUTES).flatMap(Object.keys);

let ownPurifier: ReturnType<typeof DOMPurify> | undefined;

// A separate instance, so that these hooks never apply to another policy.
function createPurifier(): ReturnType<typeof DOMPurify> {
  const purifier = DOMPurify(window);
  purifier.addHook("uponSanitizeAttribute", (element, event) => {
    // DOMPurify removes values with "-->" or "]>", which end a comment or CDATA in other documents.
    if (element.localName !== "img" || event.attrName !== "alt") return;
    event.attrValue = "";
    event.forceKeepAttr = true;
  });
  purifier.addHook("afterSanitizeAttributes", (element) => {
    keepAlignmentOnly(element);
    keepOwnAttributes(element);
    if (element.localName !== "a") return;
    if (safeHref(element.getAttribute("href"))) element.setAttribute("rel", "noopener");
    else element.replaceWith(...element.childNodes);
  });
  return purifier;
}

function keepAlignmentOnly(element: Element): void {
  if (!element.hasAttribute("style")) return;
  const alignment = /(?:^|;)\s*text-align\s*:\s*(\w+)\s*(?:;|$)/i
    .exec(element.getAttribute("style") ?? "")?.[1]
    ?.toLowerCase();
  if (alignment && ALIGNMENTS.includes(alignment) && ALIGNED_TAGS.includes(element.localName)) {
    element.setAttribute("style", `text-align:${alignment}`);
  } else {
    element.removeAttribute("style");
  }
}

function keepOwnAttributes(element: Element): void {
  const { localName } = element;
  for (const name of ownAttributes) {
    const value = element.getAttribute(name);
    if (value !== null && !OWN_ATTRIBUTES[localName]?.[name]?.test(value))
      element.removeAttribute(name);
  }
  if (localName === "img" && !element.hasAttribute("data-file")) element.remove();
}
