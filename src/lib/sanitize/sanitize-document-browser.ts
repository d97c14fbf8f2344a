import DOMPurify from "dompurify";
import { safeHref } from "../safe-url.ts";
import type { SafeHtml } from "./html-policy.ts";

/**
 * Sanitizes the HTML of a document that anybody may have written: only text, tables, highlighted
 * code, checkboxes and links remain. Needs a DOM.
 * @param pictures whether pictures of other sites are loaded, which reveals the reader to them.
 */
export function sanitizeDocumentInBrowser(html: string, pictures = false): SafeHtml {
  purifier ??= createPurifier();
  return purifier.sanitize(html, {
    ALLOWED_TAGS: pictures ? [...TAGS, "img"] : TAGS,
    ALLOWED_ATTR: [
      "href",
      "class",
      "align",
      "start",
      "type",
      "checked",
      ...(pictures ? ["src", "alt"] : []),
    ],
    ADD_URI_SAFE_ATTR: ["align", "start", "type"],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }) as unknown as SafeHtml;
}

const TAGS =
  "p br strong b em i u s del mark sub sup kbd ul ol li a h1 h2 h3 h4 h5 h6 blockquote code pre hr table thead tbody tr th td span div input".split(
    " ",
  );

let purifier: ReturnType<typeof DOMPurify> | undefined;

// A separate instance, so that its hook never applies to another policy.
function createPurifier(): ReturnType<typeof DOMPurify> {
  const own = DOMPurify(window);
  own.addHook("afterSanitizeAttributes", (element) => {
    // Only the classes of highlighted code are kept, because others could imitate this site.
    const classes = [...element.classList].filter((name) => name.startsWith("hljs-"));
    if (classes.length > 0) element.className = classes.join(" ");
    else element.removeAttribute("class");
    if (element.localName === "input") showCheckbox(element);
    if (element.localName !== "a") return;
    if (!safeHref(element.getAttribute("href"))) {
      element.replaceWith(...element.childNodes);
      return;
    }
    element.setAttribute("target", "_blank");
    element.setAttribute("rel", "noopener noreferrer nofollow");
  });
  return own;
}

/** Shows checkboxes read-only, because their state belongs to the file. */
function showCheckbox(input: Element): void {
  input.setAttribute("disabled", "");
  input.setAttribute("aria-label", input.parentElement?.textContent?.trim().slice(0, 100) ?? "");
  if (input.getAttribute("type") !== "checkbox") input.remove();
}
