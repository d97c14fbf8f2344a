import DOMPurify from "dompurify";
import { isLocalReference, type SafeSvg, SVG_ATTRIBUTES, SVG_TAGS } from "./svg-policy.ts";

/**
 * Reduces SVG text to shapes and paint, in the browser.
 * @returns a standalone SVG document, or null when no `<svg>` is left.
 */
export function sanitizeSvgInBrowser(svg: string): SafeSvg | null {
  const holder = document.createElement("div");
  holder.innerHTML = DOMPurify(window).sanitize(svg, {
    ALLOWED_TAGS: SVG_TAGS,
    ALLOWED_ATTR: SVG_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  const root = holder.querySelector("svg");
  if (!root || root.querySelector("svg")) return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const attribute of [...element.attributes]) {
      if (!isLocalReference(attribute.value)) element.removeAttribute(attribute.name);
    }
  }
  return new XMLSerializer().serializeToString(root) as SafeSvg;
}
