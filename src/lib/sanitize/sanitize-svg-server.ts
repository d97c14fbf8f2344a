import sanitizeHtml from "sanitize-html";
import { isLocalReference, type SafeSvg, SVG_ATTRIBUTES, SVG_TAGS } from "./svg-policy.ts";

/**
 * Reduces SVG text to shapes and paint.
 * @returns a standalone SVG document, or null when no `<svg>` with a shape is left.
 */
export function sanitizeSvgOnServer(svg: string): SafeSvg | null {
  const clean = sanitizeHtml(svg, OPTIONS).trim();
  const start = clean.indexOf("<svg");
  const end = clean.lastIndexOf("</svg>");
  if (start < 0 || end < start || !SHAPE.test(clean)) return null;
  const root = clean.slice(start, end + "</svg>".length);
  if (/<svg[\s>]/.test(root.slice(4))) return null;
  return withNamespace(root) as SafeSvg;
}

const SHAPE = /<(?:path|circle|ellipse|rect|line|polyline|polygon)\b/;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: SVG_TAGS,
  allowedAttributes: { "*": SVG_ATTRIBUTES },
  allowedSchemes: [],
  disallowedTagsMode: "completelyDiscard",
  parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  selfClosing: [],
  transformTags: {
    "*": (tagName, attribs) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attribs).filter(([, value]) => isLocalReference(value)),
      ),
    }),
  },
};

function withNamespace(svg: string): string {
  const attributes = svg
    .slice(4, svg.indexOf(">"))
    .replace(/\sxmlns\s*=\s*(?:"[^"]*"|'[^']*')/, "");
  return `<svg xmlns="http://www.w3.org/2000/svg"${attributes}${svg.slice(svg.indexOf(">"))}`;
}
